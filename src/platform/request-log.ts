import { v7 as uuidv7 } from "uuid"
import { redactPath, redactText } from "@/domain/redaction"
import type { Scope } from "@/domain/scope"
import { transaction } from "@/platform/db"
import { log } from "@/platform/log"
import { once } from "@/platform/once"
import { type ExchangeDetails, type KeptDetails, keptDetails } from "@/platform/request-details"

/** One authenticated request, as the pipeline saw it; what is secret or personal in it is taken out before it is kept. */
export interface LoggedRequest extends ExchangeDetails {
  requestId: string
  accountId: string
  credentialKind: "api_key" | "oauth"
  credentialId: string
  livemode: boolean
  method: string
  path: string
  /** The route's pattern, such as "GET /products/{slug}". */
  operation: string
  /** What the operation asks of its credential. */
  scope: Scope | null
  status: number
  errorCode: string | null
  durationMs: number
  ip: string | null
  userAgent: string | null
  createdAt: Date
}

/** The same, safe to be kept. */
type Entry = Omit<LoggedRequest, keyof ExchangeDetails> & KeptDetails

const FLUSH_EVERY_MS = 1_000
/** Past this many waiting rows (the database is away), the oldest are given up and counted in the log. */
const WAITING_MAX = 50_000
const ROWS_AT_ONCE = 5_000
/** In characters. Past it, requests that still wait are kept without their bodies. */
const WAITING_BODIES_MAX = 16_000_000

const INSERT_LOG = `
  INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status,
                           error_code, duration_ms, ip, user_agent, created_at, scope, query, request_headers, request_body,
                           response_headers, response_body)
  SELECT * FROM json_to_recordset($1) AS r (id uuid, request_id text, account_id uuid, credential_kind text, credential_id uuid,
    livemode boolean, method text, path text, operation text, status int, error_code text, duration_ms real, ip inet,
    user_agent text, created_at timestamptz, scope text, query text, request_headers json, request_body text,
    response_headers json, response_body text)`

/** Upper bounds of the histogram's buckets, in milliseconds. */
const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1000] as const
const WITHIN = BOUNDS.map((bound) => `within_${bound}`)
const COUNT_WITHIN = BOUNDS.map((bound, place) => `count(*) FILTER (WHERE duration_ms <= ${bound}${place > 0 ? ` AND duration_ms > ${BOUNDS[place - 1]}` : ""})`)
const add = (columns: readonly string[]): string => columns.map((column) => `${column} = u.${column} + excluded.${column}`).join(", ")

const ADD_USAGE = `
  INSERT INTO api_usage AS u (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms, ${WITHIN.join(", ")})
  SELECT date_trunc('hour', created_at, 'UTC'), account_id, credential_id, credential_kind, operation, status, coalesce(error_code, ''),
    count(*), sum(duration_ms), ${COUNT_WITHIN.join(", ")}
  FROM json_to_recordset($1) AS r (account_id uuid, credential_id uuid, credential_kind text, operation text, status int,
    error_code text, duration_ms real, created_at timestamptz)
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (hour, account_id, credential_id, operation, status, error_code) DO UPDATE SET ${add(["requests", "duration_ms", ...WITHIN])}`

const ADD_ACCOUNT_USAGE = `
  INSERT INTO account_usage AS u (account_id, livemode, starts_at, requests, errors, ${WITHIN.join(", ")})
  SELECT account_id, livemode, date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z'), count(*), count(*) FILTER (WHERE status >= 400), ${COUNT_WITHIN.join(", ")}
  FROM json_to_recordset($1) AS r (account_id uuid, livemode boolean, status int, duration_ms real, created_at timestamptz)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, livemode, starts_at) DO UPDATE SET ${add(["requests", "errors", ...WITHIN])}`

// At most once a minute for each key, however busy it is.
const TOUCH_KEYS = `
  UPDATE api_key k SET last_used_at = r.used_at
  FROM (SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED) free
  JOIN unnest($1::uuid[], $2::timestamptz[]) AS r (id, used_at) USING (id)
  WHERE k.id = free.id AND (k.last_used_at IS NULL OR k.last_used_at < r.used_at - interval '1 minute')`

const TOUCH_GRANTS = TOUCH_KEYS.replaceAll("api_key", "oauth_grant")

class RequestLog {
  private waiting: Entry[] = []
  private waitingBodies = 0
  private timer: NodeJS.Timeout | undefined
  private flushing: Promise<void> = Promise.resolve()

  add(request: LoggedRequest): void {
    const entry = toEntry(request)
    this.waitingBodies += bodiesOf(entry)
    if (this.waitingBodies > WAITING_BODIES_MAX) {
      this.waitingBodies -= bodiesOf(entry)
      Object.assign(entry, { requestBody: null, responseBody: null })
    }
    this.waiting.push(entry)
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref()
  }

  /** Writes what is waiting; resolves when it is written or has been put back. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.flushing = this.flushing.then(() => this.write())
    return this.flushing
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting.splice(0, ROWS_AT_ONCE)
      try {
        await writeRows(rows)
        for (const row of rows) this.waitingBodies -= bodiesOf(row)
      } catch (error) {
        this.waiting.unshift(...rows)
        const lost = this.waiting.length - WAITING_MAX
        if (lost > 0) for (const row of this.waiting.splice(0, lost)) this.waitingBodies -= bodiesOf(row)
        log.error({ err: error, waiting: this.waiting.length, lost: Math.max(0, lost) }, "the request log could not be written")
        this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref()
        return
      }
    }
  }
}

const bodiesOf = ({ requestBody, responseBody }: Entry): number => (requestBody?.length ?? 0) + (responseBody?.length ?? 0)

const toEntry = ({ header, search, sent, responseHeaders, answered, ...request }: LoggedRequest): Entry => ({
  ...request,
  requestId: redactText(request.requestId),
  path: redactPath(request.path),
  userAgent: request.userAgent === null ? null : redactText(request.userAgent),
  ...keptDetails({ header, search, sent, responseHeaders, answered }, request.method, request.status),
})

const writeRows = async (rows: Entry[]): Promise<void> => {
  const json = JSON.stringify(
    rows.map((row) => ({
      id: uuidv7({ msecs: row.createdAt.getTime() }),
      request_id: row.requestId,
      account_id: row.accountId,
      credential_kind: row.credentialKind,
      credential_id: row.credentialId,
      livemode: row.livemode,
      method: row.method,
      path: row.path,
      operation: row.operation,
      status: row.status,
      error_code: row.errorCode,
      duration_ms: Math.round(row.durationMs * 1000) / 1000,
      ip: row.ip,
      user_agent: row.userAgent,
      created_at: row.createdAt,
      scope: row.scope,
      query: row.query,
      request_headers: row.requestHeaders,
      request_body: row.requestBody,
      response_headers: row.responseHeaders,
      response_body: row.responseBody,
    })),
  )
  const lastUses = (kind: LoggedRequest["credentialKind"]): [string[], Date[]] => {
    const uses = new Map(rows.filter(({ credentialKind }) => credentialKind === kind).map(({ credentialId, createdAt }) => [credentialId, createdAt]))
    return [[...uses.keys()], [...uses.values()]]
  }
  await transaction(async (tx) => {
    await tx.query(INSERT_LOG, [json])
    await tx.query(ADD_USAGE, [json])
    await tx.query(ADD_ACCOUNT_USAGE, [json])
    await tx.query(TOUCH_KEYS, lastUses("api_key"))
    await tx.query(TOUCH_GRANTS, lastUses("oauth"))
  })
}

const requestLog = (): RequestLog => once("request-log", () => new RequestLog())

/** Keeps a request for the log and the usage counts; it is written within a second or two, away from the request's path. */
export const logRequest = (request: LoggedRequest): void => requestLog().add(request)

/** Writes what has not been written yet: the last thing a process does before it lets go of the database. */
export const flushRequestLog = (): Promise<void> => requestLog().flush()
