import type { Caller } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { DELIVERY_COLUMNS, type DeliveryRow } from "@/features/webhook-deliveries/delivery-row"
import { ownEndpoint } from "@/features/webhook-deliveries/endpoint-owner"
import type { DeliveryFilter } from "@/features/webhook-deliveries/schema"
import { query } from "@/platform/db"

const WHERE = `d.endpoint_id = $1 AND d.created_at > now() - interval '30 days'
  AND ($2::text IS NULL OR d.status = $2) AND ($3::text IS NULL OR d.event_type = $3)
  AND ($4::timestamptz IS NULL OR d.created_at >= $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)`

const valuesOf = (endpoint: string, { status, type, since, until }: DeliveryFilter): unknown[] => [endpoint, status ?? null, type ?? null, since ?? null, until ?? null]

/**
 * The deliveries of an account's endpoint, newest first.
 * @throws Problem not_found
 */
export const listDeliveries = async (caller: Caller, request: PageRequest & DeliveryFilter): Promise<Page<DeliveryRow>> => {
  const values = valuesOf((await ownEndpoint(caller, request.endpoint)).id, request)
  const [rows, [count]] = await Promise.all([
    query<DeliveryRow>(`SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d WHERE ${WHERE} ORDER BY d.created_at DESC, d.id DESC LIMIT $6 OFFSET $7`, [
      ...values,
      request.per_page,
      offsetOf(request),
    ]),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM webhook_delivery d WHERE ${WHERE}`, values),
  ])
  return { rows, total: count?.total ?? 0 }
}

const BATCH = 1_000

/**
 * The next deliveries of an export, newest first: at most 1,000, and none when it is whole.
 * @throws Problem not_found
 */
export const exportDeliveries = async (caller: Caller, { after, ...filter }: DeliveryFilter & { after?: { id: string; created_at: Date } | undefined }): Promise<DeliveryRow[]> => {
  const { id } = await ownEndpoint(caller, filter.endpoint)
  return query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d
     WHERE ${WHERE} AND ($6::timestamptz IS NULL OR (d.created_at, d.id) < ($6, $7::uuid)) ORDER BY d.created_at DESC, d.id DESC LIMIT ${BATCH}`,
    [...valuesOf(id, filter), after?.created_at ?? null, after?.id ?? null],
  )
}
