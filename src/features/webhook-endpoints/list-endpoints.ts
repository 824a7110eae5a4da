import { type Caller, modesOf } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId } from "@/domain/public-id"
import type { DeletedEndpoint } from "@/features/webhook-endpoints/schema"
import { ENDPOINT_COLUMNS, type EndpointRow } from "@/features/webhook-endpoints/endpoint-row"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"

const WHERE = "account_id = $1 AND livemode = ANY ($2) AND deleted_at IS NULL"

/** The account's endpoints, newest first. */
export const listEndpoints = async (caller: Caller, request: PageRequest): Promise<Page<EndpointRow>> => {
  const values = [caller.accountId, modesOf(caller)]
  const [rows, [count]] = await Promise.all([
    query<EndpointRow>(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE ${WHERE} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [...values, request.per_page, offsetOf(request)],
    ),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM webhook_endpoint WHERE ${WHERE}`, values),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** The account's endpoints that were deleted while there still can be deliveries to them, the last deleted first. */
export const listDeletedEndpoints = async ({ accountId }: Caller): Promise<DeletedEndpoint[]> => {
  const rows = await query<Omit<DeletedEndpoint, "deleted_at"> & { deleted_at: Date }>(
    "SELECT id, url, livemode, deleted_at FROM webhook_endpoint WHERE account_id = $1 AND deleted_at > now() - interval '30 days' ORDER BY deleted_at DESC, id DESC",
    [accountId],
  )
  return rows.map((row) => ({
    ...row,
    id: publicId("webhook_endpoint", row.id),
    deleted_at: toTimestamp(row.deleted_at),
  }))
}
