import { query } from "@/platform/db/query"
import type { StoredRequest } from "@/platform/request-log/request-store"

// The app of a grant, or of a client's own token, is kept, so that its developer sees the calls after the grant has
// ended.
const RECORD_SQL = `
  INSERT INTO deprecated_call (account_id, subject, id, request_id, livemode, credential_id, app_id)
  SELECT r.account_id, r.subject, r.id, r.request_id, r.livemode, r.credential_id, coalesce(g.app_id, c.id)
  FROM json_to_recordset($1) AS r (account_id uuid, subject text, id uuid, request_id text, livemode boolean, credential_id uuid)
  LEFT JOIN oauth_grant g ON g.id = r.credential_id LEFT JOIN oauth_app c ON c.id = r.credential_id
  ON CONFLICT DO NOTHING`

/**
 * Records which requests used something deprecated, each once however often it is called. Other requests cost nothing.
 */
export async function recordDeprecatedCalls(requests: readonly StoredRequest[]): Promise<void> {
  const calls = requests.flatMap(({ deprecated = [], id, request_id, account_id, livemode, credential_id }) =>
    deprecated.map((subject) => ({ subject, id, request_id, account_id, livemode, credential_id })),
  )
  if (calls.length > 0) await query(RECORD_SQL, [JSON.stringify(calls)])
}

/** Until a call is counted by day it can be told from one that is stored again after an outage. */
const COUNT_AFTER = "interval '1 day'"
const REQUEST_IDS_MAX = 3

const COUNT_SQL = `
  WITH counted AS (DELETE FROM deprecated_call WHERE id < uuid_v7_floor(now() - ${COUNT_AFTER}) RETURNING *)
  INSERT INTO deprecated_call_day AS d (account_id, subject, credential_id, day, livemode, app_id, calls, last_called_at, request_ids)
  SELECT account_id, subject, credential_id, (uuid_v7_time(id) AT TIME ZONE 'UTC')::date, livemode, (array_agg(app_id))[1], count(*), max(uuid_v7_time(id)),
    (array_agg(coalesce(request_id, id::text) ORDER BY id DESC))[1:${REQUEST_IDS_MAX}]
  FROM counted GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (account_id, subject, credential_id, day) DO UPDATE SET calls = d.calls + excluded.calls,
    last_called_at = greatest(d.last_called_at, excluded.last_called_at), request_ids = (excluded.request_ids || d.request_ids)[1:${REQUEST_IDS_MAX}]`

/** Counts calls that are more than a day old by day. */
export async function countDeprecatedCalls(): Promise<void> {
  await query(COUNT_SQL, [])
}

/** How far back calls are counted, in days. */
export const DEPRECATED_CALL_DAYS = 30

/** Calls of a credential, with the ids of the newest requests first. */
export interface DeprecatedCalls {
  subject: string
  account_id: string
  credential_id: string
  app_id: string | null
  calls: string
  last_called_at: Date
  request_ids: string[]
}

/**
 * Returns SQL for the calls of the last 30 days by subject and credential, in up to one row for each day.
 * @param condition of both tables
 */
export function deprecatedCallsSql(condition: string): string {
  return `
  SELECT subject, account_id, credential_id, app_id, count(*) AS calls, max(uuid_v7_time(id)) AS last_called_at,
    (array_agg(coalesce(request_id, id::text) ORDER BY id DESC))[1:${REQUEST_IDS_MAX}] AS request_ids
  FROM deprecated_call WHERE ${condition} AND id >= uuid_v7_floor(now() - interval '${DEPRECATED_CALL_DAYS} days') GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT subject, account_id, credential_id, app_id, calls, last_called_at, request_ids
  FROM deprecated_call_day WHERE ${condition} AND day > (now() AT TIME ZONE 'UTC')::date - ${DEPRECATED_CALL_DAYS}`
}

/** Returns the newest request ids of several, given in rows with the newest first. */
export function newestIds(rows: readonly Pick<DeprecatedCalls, "last_called_at" | "request_ids">[]): string[] {
  return [...rows]
    .sort((a, b) => b.last_called_at.getTime() - a.last_called_at.getTime())
    .flatMap(({ request_ids: ids }) => ids)
    .slice(0, REQUEST_IDS_MAX)
}
