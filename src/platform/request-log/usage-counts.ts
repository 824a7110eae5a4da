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
export const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const

/** The histogram's columns: requests within each bound and above the previous one, then those above all bounds. */
export const BUCKETS: readonly string[] = [...BOUNDS.map((bound) => `within_${bound}`), "over_30000"]

/** Returns the index of a duration's bucket. */
export const bucketOf = (durationMs: number): number => {
  const place = BOUNDS.findIndex((bound) => durationMs <= bound)
  return place < 0 ? BOUNDS.length : place
}

/** Numbers of duration buckets reserved for each bucket of the histogram. */
export const DURATION_BUCKETS_EACH = 1000
/** Two durations in the same duration bucket differ by at most 2 %. */
const DURATION_STEP = 1.02
const SHORTEST_MS = 0.1

/** Returns a duration's fine-grained bucket, a subdivision of the histogram's buckets. */
export function durationBucketOf(durationMs: number): number {
  const place = bucketOf(durationMs)
  const lower = BOUNDS[place - 1] ?? SHORTEST_MS
  const part =
    place === BOUNDS.length || durationMs <= lower
      ? 0
      : Math.floor(Math.log(durationMs / lower) / Math.log(DURATION_STEP))
  return place * DURATION_BUCKETS_EACH + part
}

const SUMS = BUCKETS.map((column) => `sum(${column})`).join(", ")
const add = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = u.${column} + excluded.${column}`).join(", ")

const COUNTED = `json_to_recordset($1) AS r (starts_at timestamptz, account_id uuid, livemode boolean, credential_id uuid, credential_kind text, operation text,
    status int, error_code text, requests int, duration_ms double precision, ${BUCKETS.map((column) => `${column} int`).join(", ")})`

/** Adds to the hourly usage of each credential and operation. */
export const ADD_USAGE = `
  INSERT INTO api_usage AS u (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms, ${BUCKETS.join(", ")})
  SELECT date_trunc('hour', starts_at, 'UTC'), account_id, credential_id, credential_kind, operation, status, error_code, sum(requests), sum(duration_ms), ${SUMS}
  FROM ${COUNTED}
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (hour, account_id, credential_id, operation, status, error_code) DO UPDATE SET ${add(["requests", "duration_ms", ...BUCKETS])}`

/** Adds to the quarter-hourly usage of each account and mode. */
export const ADD_ACCOUNT_USAGE = `
  INSERT INTO account_usage AS u (account_id, livemode, starts_at, requests, errors, ${BUCKETS.join(", ")})
  SELECT account_id, livemode, starts_at, sum(requests), coalesce(sum(requests) FILTER (WHERE status >= 400), 0), ${SUMS}
  FROM ${COUNTED}
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, livemode, starts_at) DO UPDATE SET ${add(["requests", "errors", ...BUCKETS])}`

/** Adds to the quarter-hourly durations of each account and mode. */
export const ADD_DURATIONS = `
  INSERT INTO account_usage_duration AS u (account_id, livemode, bucket, starts_at, requests, duration_ms)
  SELECT account_id, livemode, bucket, starts_at, requests, duration_ms
  FROM json_to_recordset($1) AS r (account_id uuid, livemode boolean, bucket smallint, starts_at timestamptz, requests int, duration_ms double precision)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, livemode, bucket, starts_at) DO UPDATE SET ${add(["requests", "duration_ms"])}`

const QUARTER_MS = 900_000

interface CountedDurations {
  account_id: string
  livemode: boolean
  bucket: number
  starts_at: Date
  requests: number
  duration_ms: number
}

/** Counts requests by account, mode, quarter-hour and duration bucket, for ADD_DURATIONS. */
export function countDurations(
  requests: readonly Pick<CountedRequest, "account_id" | "livemode" | "duration_ms" | "created_at">[],
): CountedDurations[] {
  const counts = new Map<string, CountedDurations>()
  for (const { account_id, livemode, duration_ms, created_at } of requests) {
    const quarter = Math.floor(created_at.getTime() / QUARTER_MS)
    const bucket = durationBucketOf(duration_ms)
    const name = `${account_id} ${livemode} ${bucket} ${quarter}`
    const count = counts.get(name)
    if (!count)
      counts.set(name, {
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
  const kinds = new Map<
    string,
    { first: CountedRequest; quarter: number; requests: number; duration: number; within: number[] }
  >()
  for (const request of requests) {
    const quarter = Math.floor(request.created_at.getTime() / QUARTER_MS)
    const name = `${quarter} ${request.account_id} ${request.livemode} ${request.credential_id} ${request.status} ${request.error_code} ${request.operation}`
    let kind = kinds.get(name)
    if (!kind)
      kinds.set(name, (kind = { first: request, quarter, requests: 0, duration: 0, within: BUCKETS.map(() => 0) }))
    kind.requests++
    kind.duration += request.duration_ms
    const bucket = bucketOf(request.duration_ms)
    kind.within[bucket] = (kind.within[bucket] ?? 0) + 1
  }
  return [...kinds.values()].map(({ first, quarter, requests, duration, within }) => ({
    starts_at: new Date(quarter * QUARTER_MS),
    account_id: first.account_id,
    livemode: first.livemode,
    credential_id: first.credential_id,
    credential_kind: first.credential_kind,
    operation: first.operation,
    status: first.status,
    error_code: first.error_code ?? "",
    requests,
    duration_ms: duration,
    ...Object.fromEntries(BUCKETS.map((column, i) => [column, within[i]])),
  }))
}
