import type { Caller } from "@/domain/caller"
import { filterInSql, REQUEST_COLUMNS, type RequestRow, toSummary } from "@/features/requests/request-row"
import type { RequestFilter, RequestSummary } from "@/features/requests/schema"
import { query } from "@/platform/db"

/** In one look; of more, the oldest are left out. */
const NEW_MAX = 100

/**
 * An account's requests since a moment, the oldest first. Requests are written a second or two after they were answered, by
 * several processes, so whoever follows them looks at the same seconds again and leaves out what they have seen.
 */
export const newRequests = async ({ accountId }: Caller, filter: RequestFilter, since: Date): Promise<RequestSummary[]> => {
  const { found, foundValues, looked, lookedValues } = filterInSql(accountId, filter)
  const rows = await query<RequestRow>(
    `SELECT ${REQUEST_COLUMNS} FROM request_log WHERE ${found} AND created_at > $4 AND ${looked(6)} ORDER BY created_at DESC, id DESC LIMIT $5`,
    [...foundValues, since, NEW_MAX, ...lookedValues],
  )
  return rows.map(toSummary).reverse()
}
