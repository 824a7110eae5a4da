import { v7 as uuidv7 } from "uuid"
import { transaction } from "@/platform/db"
import { log } from "@/platform/log"
import { once } from "@/platform/once"

/** One authenticated request, as it is kept. The query string is not: it can hold what people search for. */
export interface LoggedRequest {
  requestId: string
  accountId: string
  credentialKind: "api_key" | "oauth"
  credentialId: string
  livemode: boolean
  method: string
  path: string
  /** The route's pattern, such as "GET /products/{slug}". */
  operation: string
  status: number
  errorCode: string | null
  durationMs: number
  ip: string | null
  userAgent: string | null
  createdAt: Date
}

const FLUSH_EVERY_MS = 1_000
/** Past this many waiting rows (the database is away), the oldest are given up and counted in the log. */
const WAITING_MAX = 50_000
const ROWS_AT_ONCE = 5_000

const INSERT_LOG = `
  INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status,
                           error_code, duration_ms, ip, user_agent, created_at)
  SELECT * FROM json_to_recordset($1) AS r (id uuid, request_id text, account_id uuid, credential_kind text, credential_id uuid,
    livemode boolean, method text, path text, operation text, status int, error_code text, duration_ms real, ip inet,
    user_agent text, created_at timestamptz)`

const ADD_USAGE = `
  INSERT INTO api_usage AS u (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms,
                              within_5, within_10, within_25, within_50, within_100, within_250, within_500, within_1000)
  SELECT date_trunc('hour', created_at, 'UTC'), account_id, credential_id, credential_kind, operation, status, coalesce(error_code, ''),
    count(*), sum(duration_ms),
    count(*) FILTER (WHERE duration_ms <= 5), count(*) FILTER (WHERE duration_ms > 5 AND duration_ms <= 10),
    count(*) FILTER (WHERE duration_ms > 10 AND duration_ms <= 25), count(*) FILTER (WHERE duration_ms > 25 AND duration_ms <= 50),
    count(*) FILTER (WHERE duration_ms > 50 AND duration_ms <= 100), count(*) FILTER (WHERE duration_ms > 100 AND duration_ms <= 250),
    count(*) FILTER (WHERE duration_ms > 250 AND duration_ms <= 500), count(*) FILTER (WHERE duration_ms > 500 AND duration_ms <= 1000)
  FROM json_to_recordset($1) AS r (account_id uuid, credential_id uuid, credential_kind text, operation text, status int,
    error_code text, duration_ms real, created_at timestamptz)
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (hour, account_id, credential_id, operation, status, error_code) DO UPDATE SET
    requests = u.requests + excluded.requests, duration_ms = u.duration_ms + excluded.duration_ms,
    within_5 = u.within_5 + excluded.within_5, within_10 = u.within_10 + excluded.within_10,
    within_25 = u.within_25 + excluded.within_25, within_50 = u.within_50 + excluded.within_50,
    within_100 = u.within_100 + excluded.within_100, within_250 = u.within_250 + excluded.within_250,
    within_500 = u.within_500 + excluded.within_500, within_1000 = u.within_1000 + excluded.within_1000`

// At most once a minute for each key, however busy it is.
const TOUCH_KEYS = `
  UPDATE api_key k SET last_used_at = r.used_at
  FROM (SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED) free
  JOIN unnest($1::uuid[], $2::timestamptz[]) AS r (id, used_at) USING (id)
  WHERE k.id = free.id AND (k.last_used_at IS NULL OR k.last_used_at < r.used_at - interval '1 minute')`

const TOUCH_GRANTS = TOUCH_KEYS.replaceAll("api_key", "oauth_grant")

class RequestLog {
  private waiting: LoggedRequest[] = []
  private timer: NodeJS.Timeout | undefined
  private flushing: Promise<void> = Promise.resolve()

  add(request: LoggedRequest): void {
    this.waiting.push(request)
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
      } catch (error) {
        this.waiting.unshift(...rows)
        const lost = this.waiting.length - WAITING_MAX
        if (lost > 0) this.waiting.splice(0, lost)
        log.error({ err: error, waiting: this.waiting.length, lost: Math.max(0, lost) }, "the request log could not be written")
        this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref()
        return
      }
    }
  }
}

const writeRows = async (rows: LoggedRequest[]): Promise<void> => {
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
    })),
  )
  const lastUses = (kind: LoggedRequest["credentialKind"]): [string[], Date[]] => {
    const uses = new Map(rows.filter(({ credentialKind }) => credentialKind === kind).map(({ credentialId, createdAt }) => [credentialId, createdAt]))
    return [[...uses.keys()], [...uses.values()]]
  }
  await transaction(async (tx) => {
    await tx.query(INSERT_LOG, [json])
    await tx.query(ADD_USAGE, [json])
    await tx.query(TOUCH_KEYS, lastUses("api_key"))
    await tx.query(TOUCH_GRANTS, lastUses("oauth"))
  })
}

const requestLog = (): RequestLog => once("request-log", () => new RequestLog())

/** Keeps a request for the log and the usage counts; it is written within a second or two, away from the request's path. */
export const logRequest = (request: LoggedRequest): void => requestLog().add(request)

/** Writes what has not been written yet: the last thing a process does before it lets go of the database. */
export const flushRequestLog = (): Promise<void> => requestLog().flush()
