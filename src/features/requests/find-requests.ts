import type { Caller } from "@/domain/caller"
import { REQUEST_COLUMNS, type RequestRow, toRequestSummary } from "@/features/requests/request-row"
import type { RequestSummary } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

/** A client that chooses its request ids may reuse one. */
const MAX_RESULTS = 20

/** The account's requests with a request id in the caller's mode, newest first. */
export const findRequests = async ({ accountId, livemode }: Caller, requestId: string): Promise<RequestSummary[]> => {
  const rows = await query<RequestRow>(
    `SELECT ${REQUEST_COLUMNS.join(", ")} FROM request_log WHERE request_id = $1 AND account_id = $2 AND livemode = $3 ORDER BY created_at DESC, id DESC LIMIT $4`,
    [requestId, accountId, livemode, MAX_RESULTS],
  )
  return rows.map(toRequestSummary)
}
