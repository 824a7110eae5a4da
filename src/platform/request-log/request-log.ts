import { redactPath, redactText } from "@/domain/redaction"
import type { Scope } from "@/domain/scope"
import { errorCode } from "@/platform/db/errors"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { newUuid } from "@/platform/new-uuid"
import { processSingleton } from "@/platform/process-singleton"
import { type RequestDetails, toStoredDetails } from "@/platform/request-log/request-details"
import {
  ADD_ACCOUNT_USAGE_SQL,
  ADD_DURATIONS_SQL,
  ADD_USAGE_SQL,
  countDurations,
  countRequests,
} from "@/platform/request-log/usage-counts"

/** One authenticated request. Secret and personal data is removed before it is stored. */
export interface LoggedRequest extends RequestDetails {
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
export const QUEUED_ROWS_MAX = 50_000
/** Serializing them blocks current requests. */
export const BATCH_SIZE = 1_000
/** In characters. Beyond it, waiting requests are stored without their bodies. */
const QUEUED_BODIES_MAX = 16_000_000

const INSERT_LOG_SQL = `
  INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status,
                           error_code, duration_ms, ip, user_agent, created_at, scope, query, request_headers, request_body,
                           response_headers, response_body)
  SELECT * FROM json_to_recordset($1) AS r (id uuid, request_id text, account_id uuid, credential_kind text, credential_id uuid,
    livemode boolean, method text, path text, operation text, status int, error_code text, duration_ms real, ip inet,
    user_agent text, created_at timestamptz, scope text, query text, request_headers json, request_body text,
    response_headers json, response_body text)`

// Updates each key at most once a minute, however busy it is.
const TOUCH_KEYS_SQL = `
  UPDATE api_key k SET last_used_at = r.used_at
  FROM (SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED) free
  JOIN unnest($1::uuid[], $2::timestamptz[]) AS r (id, used_at) USING (id)
  WHERE k.id = free.id AND (k.last_used_at IS NULL OR k.last_used_at < r.used_at - interval '1 minute')`

const TOUCH_GRANTS_SQL = TOUCH_KEYS_SQL.replaceAll("api_key", "oauth_grant")

class RequestLog {
  private queue: Entry[] = []
  private queuedBodyChars = 0
  private lostCount = 0
  /** Rows of the current batch that PostgreSQL rejected. */
  private readonly rejectedRows = new Set<Entry>()
  private timer: NodeJS.Timeout | undefined
  private currentWrite: Promise<void> | null = null
  /** The write after the current one. */
  private nextWrite: Promise<void> | null = null
  /** Whether the first waiting rows may already be stored: the response to a COMMIT can be lost. */
  private mayBeStored = false

  add(request: LoggedRequest): void {
    const entry = toEntry(request)
    this.queuedBodyChars += bodyChars(entry)
    if (this.queuedBodyChars > QUEUED_BODIES_MAX) {
      this.queuedBodyChars -= bodyChars(entry)
      Object.assign(entry, { request_body: null, response_body: null })
    }
    this.queue.push(entry)
    if (this.queue.length > QUEUED_ROWS_MAX)
      logThrottled(
        "request log full",
        OUTAGE_LOG_SECONDS,
        { lost: this.dropOldest(BATCH_SIZE) },
        "the request log cannot be written as fast as it grows",
        "error",
      )
    if (!this.currentWrite) this.scheduleFlush(FLUSH_EVERY_MS)
  }

  /**
   * Writes all waiting rows, including those added meanwhile. Resolves once they are stored, or put back after a
   * failure.
   */
  async drain(): Promise<void> {
    do await this.flush()
    while (this.queue.length > 0 && !this.mayBeStored)
  }

  get state(): { waiting: number; lost: number } {
    return { waiting: this.queue.length, lost: this.lostCount }
  }

  private scheduleFlush(delay: number): void {
    this.timer ??= setTimeout(() => void this.flush(), delay).unref()
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.currentWrite) return (this.nextWrite ??= this.currentWrite.then(() => this.flush()))
    this.nextWrite = null
    this.currentWrite = this.write().finally(() => {
      this.currentWrite = null
      if (this.queue.length > 0) this.scheduleFlush(this.mayBeStored ? RETRY_AFTER_MS : FLUSH_EVERY_MS)
    })
    return this.currentWrite
  }

  private async write(): Promise<void> {
    for (let remaining = this.queue.length; remaining > 0 && this.queue.length > 0; ) {
      const rows = this.queue.splice(0, Math.min(remaining, BATCH_SIZE))
      remaining -= rows.length
      try {
        await this.writeWithoutRejected(rows, this.mayBeStored)
        this.mayBeStored = false
        for (const row of rows) this.queuedBodyChars -= bodyChars(row)
        this.rejectedRows.clear()
      } catch (error) {
        this.queue.unshift(...rows.filter((row) => !this.rejectedRows.has(row)))
        for (const row of this.rejectedRows) this.queuedBodyChars -= bodyChars(row)
        this.rejectedRows.clear()
        this.mayBeStored = true
        const lost = this.dropOldest(Math.max(0, this.queue.length - QUEUED_ROWS_MAX))
        logThrottled(
          `request log ${errorCode(error)}`,
          OUTAGE_LOG_SECONDS,
          { err: error, waiting: this.queue.length, lost },
          "the request log could not be written",
          "error",
        )
        return
      }
    }
  }

  /** Writes the rows one by one, so that a rejected row does not block the others. */
  private async writeWithoutRejected(rows: Entry[], mayBeStored: boolean): Promise<void> {
    try {
      await writeRows(rows, mayBeStored)
    } catch (error) {
      if (!isRejectedRow(error)) throw error
      const middle = Math.floor(rows.length / 2)
      if (middle > 0)
        for (const half of [rows.slice(0, middle), rows.slice(middle)])
          await this.writeWithoutRejected(half, mayBeStored)
      else {
        this.lostCount++
        for (const row of rows) this.rejectedRows.add(row)
        log.error({ err: error, requestId: rows[0]?.request_id }, "a request cannot be logged")
      }
    }
  }

  /** Drops the oldest rows. */
  private dropOldest(count: number): number {
    const lost = this.queue.splice(0, count)
    for (const row of lost) this.queuedBodyChars -= bodyChars(row)
    this.lostCount += lost.length
    return lost.length
  }
}

/** Whether PostgreSQL would reject the row again: error classes data exception and integrity constraint violation. */
const isRejectedRow = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code))

const bodyChars = ({ request_body, response_body }: Entry): number =>
  (request_body?.length ?? 0) + (response_body?.length ?? 0)

// Serializes the row in one step, because this happens for every request.
const toEntry = (request: LoggedRequest) => {
  const details = toStoredDetails(request, request.method, request.status)
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
    query: details.query,
    request_headers: details.requestHeaders,
    request_body: details.requestBody,
    response_headers: details.responseHeaders,
    response_body: details.responseBody,
  }
}

const FIND_STORED_SQL =
  "SELECT l.id FROM request_log l JOIN unnest($1::uuid[], $2::timestamptz[]) AS n (id, created_at) USING (id, created_at) WHERE l.created_at BETWEEN $3 AND $4"

/** Removes rows that are stored already. Rows and their counts are written in one transaction. */
const withoutStored = async (tx: Queryable, rows: Entry[]): Promise<Entry[]> => {
  const times = rows.map(({ created_at }) => created_at)
  const bounds = [Math.min, Math.max].map((bound) => new Date(bound(...times.map(Number))))
  const storedIds = new Set(
    (await query<{ id: string }>(FIND_STORED_SQL, [rows.map(({ id }) => id), times, ...bounds], tx)).map(
      ({ id }) => id,
    ),
  )
  return rows.filter(({ id }) => !storedIds.has(id))
}

/** @param mayBeStored whether some rows may be stored already */
const writeRows = (rows: Entry[], mayBeStored: boolean): Promise<void> =>
  transaction(async (tx) => {
    const newRows = mayBeStored ? await withoutStored(tx, rows) : rows
    if (newRows.length === 0) return
    const lastUses = (kind: LoggedRequest["credentialKind"]): [string[], Date[]] => {
      const uses = new Map(
        newRows
          .filter(({ credential_kind }) => credential_kind === kind)
          .map(({ credential_id, created_at }) => [credential_id, created_at]),
      )
      return [[...uses.keys()], [...uses.values()]]
    }
    const counted = JSON.stringify(countRequests(newRows))
    await tx.query(INSERT_LOG_SQL, [JSON.stringify(newRows)])
    await tx.query(ADD_USAGE_SQL, [counted])
    await tx.query(ADD_ACCOUNT_USAGE_SQL, [counted])
    await tx.query(ADD_DURATIONS_SQL, [JSON.stringify(countDurations(newRows))])
    await tx.query(TOUCH_KEYS_SQL, lastUses("api_key"))
    await tx.query(TOUCH_GRANTS_SQL, lastUses("oauth"))
  })

const requestLog = (): RequestLog => processSingleton("request-log", () => new RequestLog())

/** Adds a request to the log and the usage counts. It is written asynchronously, within a second or two. */
export const logRequest = (request: LoggedRequest): void => requestLog().add(request)

/** Writes all waiting rows: the last step of a process before it closes its database connections. */
export const flushRequestLog = (): Promise<void> => requestLog().drain()

/** Returns how many rows are waiting, and how many were dropped since the process started. */
export const requestLogState = (): { waiting: number; lost: number } => requestLog().state
