import { redactPath, redactText } from "@/domain/redaction"
import type { Scope } from "@/domain/scope"
import { errorCode } from "@/platform/db/errors"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { newUuid } from "@/platform/new-uuid"
import { once } from "@/platform/once"
import { type ExchangeDetails, keptDetails } from "@/platform/request-log/request-details"
import {
  ADD_ACCOUNT_USAGE,
  ADD_DURATIONS,
  ADD_USAGE,
  countDurations,
  countRequests,
} from "@/platform/request-log/usage-counts"

/** One authenticated request. Secret and personal data is removed before it is stored. */
export interface LoggedRequest extends ExchangeDetails {
  requestId: string
  /** Whether the client chose the request id, which may then contain anything. */
  requestIdSent: boolean
  accountId: string
  credentialKind: "api_key" | "oauth"
  credentialId: string
  livemode: boolean
  method: string
  path: string
  /** The route's pattern, such as "GET /products/{slug}". */
  operation: string
  /** The scope that the operation requires. */
  scope: Scope | null
  status: number
  errorCode: string | null
  durationMs: number
  ip: string | null
  userAgent: string | null
  createdAt: Date
}

type Entry = ReturnType<typeof toEntry>

// Larger batches are cheaper; without this interval each would hold only what arrived during the last one.
const FLUSH_EVERY_MS = 250
const RETRY_AFTER_MS = 1_000
/** If more rows wait (the database is down or rejects them), the oldest are dropped and counted in the log. */
export const WAITING_MAX = 50_000
/** Serializing them blocks current requests. */
export const ROWS_AT_ONCE = 1_000
/** In characters. Beyond it, waiting requests are stored without their bodies. */
const WAITING_BODIES_MAX = 16_000_000

const INSERT_LOG = `
  INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status,
                           error_code, duration_ms, ip, user_agent, created_at, scope, query, request_headers, request_body,
                           response_headers, response_body)
  SELECT * FROM json_to_recordset($1) AS r (id uuid, request_id text, account_id uuid, credential_kind text, credential_id uuid,
    livemode boolean, method text, path text, operation text, status int, error_code text, duration_ms real, ip inet,
    user_agent text, created_at timestamptz, scope text, query text, request_headers json, request_body text,
    response_headers json, response_body text)`

// Updates each key at most once a minute, however busy it is.
const TOUCH_KEYS = `
  UPDATE api_key k SET last_used_at = r.used_at
  FROM (SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED) free
  JOIN unnest($1::uuid[], $2::timestamptz[]) AS r (id, used_at) USING (id)
  WHERE k.id = free.id AND (k.last_used_at IS NULL OR k.last_used_at < r.used_at - interval '1 minute')`

const TOUCH_GRANTS = TOUCH_KEYS.replaceAll("api_key", "oauth_grant")

class RequestLog {
  private waiting: Entry[] = []
  private waitingBodies = 0
  private lost = 0
  /** Rows of the current batch that PostgreSQL rejected. */
  private readonly refused = new Set<Entry>()
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | null = null
  /** The write after the current one. */
  private next: Promise<void> | null = null
  /** Whether the first waiting rows may already be stored: the response to a COMMIT can be lost. */
  private uncertain = false

  add(request: LoggedRequest): void {
    const entry = toEntry(request)
    this.waitingBodies += bodiesOf(entry)
    if (this.waitingBodies > WAITING_BODIES_MAX) {
      this.waitingBodies -= bodiesOf(entry)
      Object.assign(entry, { request_body: null, response_body: null })
    }
    this.waiting.push(entry)
    if (this.waiting.length > WAITING_MAX)
      logThrottled(
        "request log full",
        OUTAGE_LOG_SECONDS,
        { lost: this.giveUp(ROWS_AT_ONCE) },
        "the request log cannot be written as fast as it grows",
        "error",
      )
    if (!this.writing) this.writeIn(FLUSH_EVERY_MS)
  }

  /**
   * Writes all waiting rows, including those added meanwhile. Resolves once they are stored, or put back after a
   * failure.
   */
  async end(): Promise<void> {
    do await this.flush()
    while (this.waiting.length > 0 && !this.uncertain)
  }

  get state(): { waiting: number; lost: number } {
    return { waiting: this.waiting.length, lost: this.lost }
  }

  private writeIn(delay: number): void {
    this.timer ??= setTimeout(() => void this.flush(), delay).unref()
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.writing) return (this.next ??= this.writing.then(() => this.flush()))
    this.next = null
    this.writing = this.write().finally(() => {
      this.writing = null
      if (this.waiting.length > 0) this.writeIn(this.uncertain ? RETRY_AFTER_MS : FLUSH_EVERY_MS)
    })
    return this.writing
  }

  private async write(): Promise<void> {
    for (let left = this.waiting.length; left > 0 && this.waiting.length > 0; ) {
      const rows = this.waiting.splice(0, Math.min(left, ROWS_AT_ONCE))
      left -= rows.length
      try {
        await this.writeEach(rows, this.uncertain)
        this.uncertain = false
        for (const row of rows) this.waitingBodies -= bodiesOf(row)
        this.refused.clear()
      } catch (error) {
        this.waiting.unshift(...rows.filter((row) => !this.refused.has(row)))
        for (const row of this.refused) this.waitingBodies -= bodiesOf(row)
        this.refused.clear()
        this.uncertain = true
        const lost = this.giveUp(Math.max(0, this.waiting.length - WAITING_MAX))
        logThrottled(
          `request log ${errorCode(error)}`,
          OUTAGE_LOG_SECONDS,
          { err: error, waiting: this.waiting.length, lost },
          "the request log could not be written",
          "error",
        )
        return
      }
    }
  }

  /** Writes the rows one by one, so that a rejected row does not block the others. */
  private async writeEach(rows: Entry[], uncertain: boolean): Promise<void> {
    try {
      await writeRows(rows, uncertain)
    } catch (error) {
      if (!isRefused(error)) throw error
      const half = Math.floor(rows.length / 2)
      if (half > 0) for (const part of [rows.slice(0, half), rows.slice(half)]) await this.writeEach(part, uncertain)
      else {
        this.lost++
        for (const row of rows) this.refused.add(row)
        log.error({ err: error, requestId: rows[0]?.request_id }, "a request cannot be logged")
      }
    }
  }

  /** Drops the oldest rows. */
  private giveUp(count: number): number {
    const lost = this.waiting.splice(0, count)
    for (const row of lost) this.waitingBodies -= bodiesOf(row)
    this.lost += lost.length
    return lost.length
  }
}

/** Whether PostgreSQL would reject the row again: error classes data exception and integrity constraint violation. */
const isRefused = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code))

const bodiesOf = ({ request_body, response_body }: Entry): number =>
  (request_body?.length ?? 0) + (response_body?.length ?? 0)

// Serializes the row in one step, because this happens for every request.
const toEntry = (request: LoggedRequest) => {
  const kept = keptDetails(request, request.method, request.status)
  return {
    id: newUuid(request.createdAt.getTime()),
    request_id: request.requestIdSent ? redactText(request.requestId) : request.requestId,
    account_id: request.accountId,
    credential_kind: request.credentialKind,
    credential_id: request.credentialId,
    livemode: request.livemode,
    method: request.method,
    path: redactPath(request.path),
    operation: request.operation,
    status: request.status,
    error_code: request.errorCode,
    duration_ms: Math.round(request.durationMs * 1000) / 1000,
    ip: request.ip,
    user_agent: request.userAgent === null ? null : redactText(request.userAgent),
    created_at: request.createdAt,
    scope: request.scope,
    query: kept.query,
    request_headers: kept.requestHeaders,
    request_body: kept.requestBody,
    response_headers: kept.responseHeaders,
    response_body: kept.responseBody,
  }
}

const WRITTEN =
  "SELECT l.id FROM request_log l JOIN unnest($1::uuid[], $2::timestamptz[]) AS n (id, created_at) USING (id, created_at) WHERE l.created_at BETWEEN $3 AND $4"

/** Removes rows that are stored already. Rows and their counts are written in one transaction. */
const withoutWritten = async (tx: Queryable, rows: Entry[]): Promise<Entry[]> => {
  const times = rows.map(({ created_at }) => created_at)
  const bounds = [Math.min, Math.max].map((bound) => new Date(bound(...times.map(Number))))
  const written = new Set(
    (await query<{ id: string }>(WRITTEN, [rows.map(({ id }) => id), times, ...bounds], tx)).map(({ id }) => id),
  )
  return rows.filter(({ id }) => !written.has(id))
}

/** @param uncertain whether some rows may be stored already */
const writeRows = (rows: Entry[], uncertain: boolean): Promise<void> =>
  transaction(async (tx) => {
    const unwritten = uncertain ? await withoutWritten(tx, rows) : rows
    if (unwritten.length === 0) return
    const lastUses = (kind: LoggedRequest["credentialKind"]): [string[], Date[]] => {
      const uses = new Map(
        unwritten
          .filter(({ credential_kind }) => credential_kind === kind)
          .map(({ credential_id, created_at }) => [credential_id, created_at]),
      )
      return [[...uses.keys()], [...uses.values()]]
    }
    const counted = JSON.stringify(countRequests(unwritten))
    await tx.query(INSERT_LOG, [JSON.stringify(unwritten)])
    await tx.query(ADD_USAGE, [counted])
    await tx.query(ADD_ACCOUNT_USAGE, [counted])
    await tx.query(ADD_DURATIONS, [JSON.stringify(countDurations(unwritten))])
    await tx.query(TOUCH_KEYS, lastUses("api_key"))
    await tx.query(TOUCH_GRANTS, lastUses("oauth"))
  })

const requestLog = (): RequestLog => once("request-log", () => new RequestLog())

/** Adds a request to the log and the usage counts. It is written asynchronously, within a second or two. */
export const logRequest = (request: LoggedRequest): void => requestLog().add(request)

/** Writes all waiting rows: the last step of a process before it closes its database connections. */
export const flushRequestLog = (): Promise<void> => requestLog().end()

/** Returns how many rows are waiting, and how many were dropped since the process started. */
export const requestLogState = (): { waiting: number; lost: number } => requestLog().state
