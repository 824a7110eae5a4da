import { redactPath, redactText } from "@/domain/redaction"
import type { Scope } from "@/domain/scope"
import { errorCode } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { newUuid } from "@/platform/new-uuid"
import { processSingleton } from "@/platform/process-singleton"
import { recordDeprecatedCalls } from "@/platform/request-log/deprecated-calls"
import { type RequestDetails, toStoredDetails } from "@/platform/request-log/request-details"
import { PostgresRequestStore } from "@/platform/request-log/postgres-request-store"
import { type RequestStore, type StoredRequest, timeOfId } from "@/platform/request-log/request-store"
import { RequestWriter } from "@/platform/request-log/request-writer"

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
  /** When the request arrived. */
  createdAt: Date
  /** The ids of what it used that is deprecated, if anything. */
  deprecated?: readonly string[]
}

type Entry = StoredRequest

// Larger batches are cheaper; without this interval each would hold only what arrived during the last one.
const FLUSH_EVERY_MS = 250
const RETRY_AFTER_MS = 1_000
/** If more rows wait (the database is down or rejects them), the oldest are dropped and counted in the log. */
export const QUEUED_ROWS_MAX = 50_000
/** Serializing them blocks current requests. */
export const BATCH_SIZE = 1_000
/** In characters. Beyond it, waiting requests are stored without their bodies. */
const QUEUED_BODIES_MAX = 16_000_000

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
  private lastWriteFailed = false
  /** The rows that are being written. */
  private writing: Entry[] = []
  private readonly writer = new RequestWriter(() => oldestOf([...this.writing, ...this.queue.slice(0, BATCH_SIZE)]))

  add(request: LoggedRequest): void {
    const entry = toEntry(request)
    this.queuedBodyChars += bodyChars(entry)
    if (this.queuedBodyChars > QUEUED_BODIES_MAX) {
      this.queuedBodyChars -= bodyChars(entry)
      Object.assign(entry, { request_body: null, response_body: null })
    }
    this.queue.push(entry)
    this.writer.markActive()
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
    while (this.queue.length > 0 && !this.lastWriteFailed)
    if (this.queue.length === 0) await this.writer.end()
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
      if (this.queue.length > 0) this.scheduleFlush(this.lastWriteFailed ? RETRY_AFTER_MS : FLUSH_EVERY_MS)
    })
    return this.currentWrite
  }

  private async write(): Promise<void> {
    for (let remaining = this.queue.length; remaining > 0 && this.queue.length > 0; ) {
      const rows = this.queue.splice(0, Math.min(remaining, BATCH_SIZE))
      remaining -= rows.length
      this.writing = rows
      try {
        await this.writeWithoutRejected(rows)
        this.lastWriteFailed = false
        for (const row of rows) this.queuedBodyChars -= bodyChars(row)
        this.rejectedRows.clear()
        this.writing = []
      } catch (error) {
        this.queue.unshift(...rows.filter((row) => !this.rejectedRows.has(row)))
        this.writing = []
        for (const row of this.rejectedRows) this.queuedBodyChars -= bodyChars(row)
        this.rejectedRows.clear()
        this.lastWriteFailed = true
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
  private async writeWithoutRejected(rows: Entry[]): Promise<void> {
    try {
      await writeRows(rows)
    } catch (error) {
      if (!isRejectedRow(error)) throw error
      const middle = Math.floor(rows.length / 2)
      if (middle > 0)
        for (const half of [rows.slice(0, middle), rows.slice(middle)]) await this.writeWithoutRejected(half)
      else {
        this.lostCount++
        for (const row of rows) this.rejectedRows.add(row)
        this.writer.recordLoss(rows.map(({ id }) => timeOfId(id)))
        log.error({ err: error, requestId: rows[0]?.request_id ?? rows[0]?.id }, "a request cannot be logged")
      }
    }
  }

  /** Drops the oldest rows. */
  private dropOldest(count: number): number {
    const lost = this.queue.splice(0, count)
    for (const row of lost) this.queuedBodyChars -= bodyChars(row)
    this.lostCount += lost.length
    this.writer.recordLoss(lost.map(({ id }) => timeOfId(id)))
    return lost.length
  }
}

/** Whether PostgreSQL would reject the row again: error classes data exception and integrity constraint violation. */
function isRejectedRow(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown }).code))
}

/** When the oldest of these requests arrived. */
function oldestOf(rows: readonly Entry[]): Date | null {
  return rows.length === 0 ? null : new Date(Math.min(...rows.map(({ id }) => timeOfId(id).getTime())))
}

function bodyChars({ request_body, response_body }: Entry): number {
  return (request_body?.length ?? 0) + (response_body?.length ?? 0)
}

function toEntry(request: LoggedRequest): Entry {
  const details = toStoredDetails(request, request.method, request.status)
  return {
    // Haat's own request ids are UUIDv7 of the time when the request arrived.
    id: request.requestIdSent ? newUuid(request.createdAt.getTime()) : request.requestId,
    request_id: request.requestIdSent ? redactText(request.requestId) : null,
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
    scope: request.scope,
    query: details.query,
    request_headers: details.requestHeaders,
    request_body: details.requestBody,
    response_headers: details.responseHeaders,
    response_body: details.responseBody,
    ...(request.deprecated && { deprecated: request.deprecated }),
  }
}

/** Stores the requests, and the last use of their credentials. If it throws, it can be repeated. */
async function writeRows(rows: Entry[]): Promise<void> {
  await requestStore().append(rows)
  await recordDeprecatedCalls(rows)
  // Not prepared: a plan for any number of credentials would read the whole table.
  await pool().query(TOUCH_KEYS_SQL, lastUses(rows, "api_key"))
  await pool().query(TOUCH_GRANTS_SQL, lastUses(rows, "oauth"))
}

function lastUses(rows: readonly Entry[], kind: Entry["credential_kind"]): [string[], Date[]] {
  const uses = new Map(
    rows
      .filter(({ credential_kind }) => credential_kind === kind)
      .map(({ credential_id, id }) => [credential_id, timeOfId(id)]),
  )
  return [[...uses.keys()], [...uses.values()]]
}

/** Returns the store that the log is written to and read from. */
export function requestStore(): RequestStore {
  return processSingleton("request-store", () => new PostgresRequestStore())
}

function requestLog(): RequestLog {
  return processSingleton("request-log", () => new RequestLog())
}

/** Adds a request to the log and the usage counts. It is written asynchronously, within a second or two. */
export function logRequest(request: LoggedRequest): void {
  requestLog().add(request)
}

/** Writes all waiting rows: the last step of a process before it closes its database connections. */
export function flushRequestLog(): Promise<void> {
  return requestLog().drain()
}

/** Returns how many rows are waiting, and how many were dropped since the process started. */
export function requestLogState(): { waiting: number; lost: number } {
  return requestLog().state
}
