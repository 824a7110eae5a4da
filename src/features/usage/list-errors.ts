import type { Caller } from "@/domain/caller"
import { timeBuckets } from "@/domain/time-zone"
import { type ErrorGroup, RANGES, type UsageQuery } from "@/features/usage/schema"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"

const MAX_GROUPS = 8

// A grant always acts in live mode; a key in its own mode. The counts give the last failure to the hour; the log, as
// far back as it goes, gives the exact time.
const ERRORS_SQL = `
  SELECT f.code, f.operation, f.status, f.requests, coalesce(r.last_at, f.last_hour) AS last_at
  FROM (
    SELECT u.error_code AS code, u.operation, u.status, sum(u.requests)::int AS requests, max(u.hour) AS last_hour
    FROM api_usage u LEFT JOIN api_key k ON k.id = u.credential_id
    WHERE u.account_id = $1 AND u.hour >= date_trunc('hour', $3::timestamptz) AND u.status >= 400 AND (coalesce(k.mode, 'live') = 'live') = $2
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 1, 2 LIMIT $4) f
  LEFT JOIN LATERAL (
    SELECT max(created_at) AS last_at FROM request_log
    WHERE account_id = $1 AND livemode = $2 AND status >= 400 AND error_code = f.code AND operation = f.operation
      AND created_at >= f.last_hour AND created_at < f.last_hour + interval '1 hour') r ON true
  ORDER BY f.requests DESC, last_at DESC, f.code, f.operation`

/** The most frequent errors in a range and the caller's mode, by code and operation. */
export const listErrors = async (
  { accountId, livemode }: Caller,
  { range, zone }: UsageQuery,
  now = new Date(),
): Promise<ErrorGroup[]> => {
  const [hours, count] = RANGES[range]
  const [from] = timeBuckets(now, zone, hours, count)
  const rows = await query<Omit<ErrorGroup, "last_at"> & { last_at: Date }>(ERRORS_SQL, [
    accountId,
    livemode,
    from,
    MAX_GROUPS,
  ])
  return rows.map((row) => ({ ...row, last_at: toTimestamp(row.last_at) }))
}
