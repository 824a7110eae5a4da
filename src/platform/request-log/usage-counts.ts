// Requests are aggregated before they are written, so a busy second of one key adds to one row.

/** The parts of a request that are counted. */
export interface CountedRequest {
  account_id: string
  credential_id: string
  credential_kind: string
  livemode: boolean
  operation: string
  status: number
  error_code: string | null
  duration_ms: number
  created_at: Date
}

/** Upper bounds of the histogram's buckets, in milliseconds. The last is the time that a request may take to arrive. */
export const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const

/** The histogram's columns: requests within each bound and above the previous one, then those above all bounds. */
export const DURATION_COLUMNS: readonly string[] = [
  ...DURATION_BOUNDS_MS.map((bound) => `within_${bound}`),
  "over_30000",
]

/** Returns the index of a duration's bucket. */
export const durationColumnOf = (durationMs: number): number => {
  const index = DURATION_BOUNDS_MS.findIndex((bound) => durationMs <= bound)
  return index < 0 ? DURATION_BOUNDS_MS.length : index
}

/** Numbers of duration buckets reserved for each bucket of the histogram. */
export const BUCKETS_PER_COLUMN = 1000
/** Two durations in the same duration bucket differ by at most 2 %. */
const BUCKET_GROWTH = 1.02
const SHORTEST_MS = 0.1

/** Returns a duration's fine-grained bucket, a subdivision of the histogram's buckets. */
export function durationBucketOf(durationMs: number): number {
  const index = durationColumnOf(durationMs)
  const lower = DURATION_BOUNDS_MS[index - 1] ?? SHORTEST_MS
  const offset =
    index === DURATION_BOUNDS_MS.length || durationMs <= lower
      ? 0
      : Math.floor(Math.log(durationMs / lower) / Math.log(BUCKET_GROWTH))
  return index * BUCKETS_PER_COLUMN + offset
}

const SUM_COLUMNS_SQL = DURATION_COLUMNS.map((column) => `sum(${column})`).join(", ")
const addColumns = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = u.${column} + excluded.${column}`).join(", ")

const USAGE_ROWS_SQL = `json_to_recordset($1) AS r (starts_at timestamptz, account_id uuid, livemode boolean, credential_id uuid, credential_kind text, operation text,
    status int, error_code text, requests int, duration_ms double precision, ${DURATION_COLUMNS.map((column) => `${column} int`).join(", ")})`

/** Adds to the hourly usage of each credential and operation. */
export const ADD_USAGE_SQL = `
  INSERT INTO api_usage AS u (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms, ${DURATION_COLUMNS.join(", ")})
  SELECT date_trunc('hour', starts_at, 'UTC'), account_id, credential_id, credential_kind, operation, status, error_code, sum(requests), sum(duration_ms), ${SUM_COLUMNS_SQL}
  FROM ${USAGE_ROWS_SQL}
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (hour, account_id, credential_id, operation, status, error_code) DO UPDATE SET ${addColumns(["requests", "duration_ms", ...DURATION_COLUMNS])}`

/** Adds to the quarter-hourly usage of each account and mode. */
export const ADD_ACCOUNT_USAGE_SQL = `
  INSERT INTO account_usage AS u (account_id, livemode, starts_at, requests, errors, ${DURATION_COLUMNS.join(", ")})
  SELECT account_id, livemode, starts_at, sum(requests), coalesce(sum(requests) FILTER (WHERE status >= 400), 0), ${SUM_COLUMNS_SQL}
  FROM ${USAGE_ROWS_SQL}
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, livemode, starts_at) DO UPDATE SET ${addColumns(["requests", "errors", ...DURATION_COLUMNS])}`

/** Adds to the quarter-hourly durations of each account and mode. */
export const ADD_DURATIONS_SQL = `
  INSERT INTO account_usage_duration AS u (account_id, livemode, bucket, starts_at, requests, duration_ms)
  SELECT account_id, livemode, bucket, starts_at, requests, duration_ms
  FROM json_to_recordset($1) AS r (account_id uuid, livemode boolean, bucket smallint, starts_at timestamptz, requests int, duration_ms double precision)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, livemode, bucket, starts_at) DO UPDATE SET ${addColumns(["requests", "duration_ms"])}`

const QUARTER_MS = 900_000

interface DurationCount {
  account_id: string
  livemode: boolean
  bucket: number
  starts_at: Date
  requests: number
  duration_ms: number
}

/** Counts requests by account, mode, quarter-hour and duration bucket, for ADD_DURATIONS_SQL. */
export function countDurations(
  requests: readonly Pick<CountedRequest, "account_id" | "livemode" | "duration_ms" | "created_at">[],
): DurationCount[] {
  const counts = new Map<string, DurationCount>()
  for (const { account_id, livemode, duration_ms, created_at } of requests) {
    const quarter = Math.floor(created_at.getTime() / QUARTER_MS)
    const bucket = durationBucketOf(duration_ms)
    const key = `${account_id} ${livemode} ${bucket} ${quarter}`
    const count = counts.get(key)
    if (!count)
      counts.set(key, {
        account_id,
        livemode,
        bucket,
        starts_at: new Date(quarter * QUARTER_MS),
        requests: 1,
        duration_ms,
      })
    else {
      count.requests++
      count.duration_ms += duration_ms
    }
  }
  return [...counts.values()]
}

/** Counts requests by all distinguishing columns, for the statements above. */
export const countRequests = (requests: readonly CountedRequest[]): object[] => {
  const groups = new Map<
    string,
    { firstRequest: CountedRequest; quarter: number; requests: number; duration: number; requestsPerColumn: number[] }
  >()
  for (const request of requests) {
    const quarter = Math.floor(request.created_at.getTime() / QUARTER_MS)
    const key = `${quarter} ${request.account_id} ${request.livemode} ${request.credential_id} ${request.status} ${request.error_code} ${request.operation}`
    let group = groups.get(key)
    if (!group)
      groups.set(
        key,
        (group = {
          firstRequest: request,
          quarter,
          requests: 0,
          duration: 0,
          requestsPerColumn: DURATION_COLUMNS.map(() => 0),
        }),
      )
    group.requests++
    group.duration += request.duration_ms
    const bucket = durationColumnOf(request.duration_ms)
    group.requestsPerColumn[bucket] = (group.requestsPerColumn[bucket] ?? 0) + 1
  }
  return [...groups.values()].map(({ firstRequest, quarter, requests, duration, requestsPerColumn }) => ({
    starts_at: new Date(quarter * QUARTER_MS),
    account_id: firstRequest.account_id,
    livemode: firstRequest.livemode,
    credential_id: firstRequest.credential_id,
    credential_kind: firstRequest.credential_kind,
    operation: firstRequest.operation,
    status: firstRequest.status,
    error_code: firstRequest.error_code ?? "",
    requests,
    duration_ms: duration,
    ...Object.fromEntries(DURATION_COLUMNS.map((column, i) => [column, requestsPerColumn[i]])),
  }))
}
