import { HOUR_MS } from "@/domain/time-units"

/** Upper bounds of the histogram's buckets, in milliseconds. The last is the time that a request may take to arrive. */
export const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const

/** The histogram's columns: requests within each bound and above the previous one, then those above all bounds. */
export const DURATION_COLUMNS: readonly string[] = [
  ...DURATION_BOUNDS_MS.map((bound) => `within_${bound}`),
  "over_30000",
]

/** Returns the index of a duration's bucket. */
export function durationColumnOf(durationMs: number): number {
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

const BOUNDS_SQL = `'{${[...DURATION_BOUNDS_MS]
  .reverse()
  .map((bound) => -bound)
  .join(",")}}'::float8[]`

/** SQL for durationColumnOf of a real. */
export function durationColumnSql(duration: string): string {
  return `(${DURATION_BOUNDS_MS.length} - width_bucket(-(${duration})::float8, ${BOUNDS_SQL}))`
}

/** SQL for durationBucketOf of a real. */
export function durationBucketSql(duration: string): string {
  const column = durationColumnSql(duration)
  const lower = `('{${[SHORTEST_MS, ...DURATION_BOUNDS_MS].join(",")}}'::float8[])[${column} + 1]`
  return `(${column} * ${BUCKETS_PER_COLUMN} + CASE WHEN ${column} = ${DURATION_BOUNDS_MS.length} OR (${duration})::float8 <= ${lower} THEN 0
    ELSE floor(ln((${duration})::float8 / ${lower}) / ln(${BUCKET_GROWTH}::float8)) END)::smallint`
}

interface DurationCount {
  account_id: string
  livemode: boolean
  bucket: number
  starts_at: Date
  requests: number
  duration_ms: number
}

/** Counts requests by account, mode, hour and duration bucket, as in account_usage_duration. */
export function countDurations(
  requests: readonly { account_id: string; livemode: boolean; duration_ms: number; created_at: Date }[],
): DurationCount[] {
  const counts = new Map<string, DurationCount>()
  for (const { account_id, livemode, duration_ms, created_at } of requests) {
    const hour = Math.floor(created_at.getTime() / HOUR_MS)
    const bucket = durationBucketOf(duration_ms)
    const key = `${account_id} ${livemode} ${bucket} ${hour}`
    const count = counts.get(key)
    if (!count)
      counts.set(key, {
        account_id,
        livemode,
        bucket,
        starts_at: new Date(hour * HOUR_MS),
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
