// SQL, for pages and row-value cursors over a large partitioned table, whose rows are read only for the final page.
import type { Caller } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { DELIVERY_COLUMNS, type DeliveryRow } from "@/webhooks/deliveries/delivery-row"
import { findOwnEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import type { DeliveryFilter } from "@/webhooks/deliveries/schema"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"

interface DeliveryCursor {
  created_at: Date
  id: string
}

/** Returns SQL for a filter of an endpoint's deliveries, optionally before a cursor. */
const buildSearch = (
  endpoint: string,
  { status, type, since, until }: DeliveryFilter,
  after?: DeliveryCursor,
): { where: string; values: unknown[] } => {
  const values: unknown[] = []
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const conditions = [
    `endpoint_id = ${value(endpoint)}`,
    `created_at >= greatest(${value(since ?? null)}::timestamptz, now() - interval '30 days')`,
  ]
  if (until !== undefined) conditions.push(`created_at < ${value(until)}`)
  if (after)
    conditions.push(
      `created_at <= ${value(after.created_at)} AND (created_at, id) < (${value(after.created_at)}, ${value(after.id)}::uuid)`,
    )
  if (type !== undefined) conditions.push(`event_type = ${value(type)}`)
  if (status !== undefined) conditions.push(`status = ${value(status)}`)
  return { where: conditions.join(" AND "), values }
}

/**
 * Lists the deliveries of an account's endpoint, newest first.
 * @throws Problem not_found
 */
export const listDeliveries = async (
  caller: Caller,
  request: PageRequest & DeliveryFilter,
): Promise<Page<DeliveryRow>> => {
  const { where, values } = buildSearch((await findOwnEndpoint(caller, request.endpoint)).id, request)
  const [rows, total] = await Promise.all([
    query<DeliveryRow>(
      `SELECT ${DELIVERY_COLUMNS}
       FROM (SELECT created_at, id FROM webhook_delivery WHERE ${where} ORDER BY created_at DESC, id DESC
             LIMIT $${values.length + 1} OFFSET $${values.length + 2}) page
       CROSS JOIN LATERAL (SELECT * FROM webhook_delivery w WHERE w.created_at = page.created_at AND w.id = page.id LIMIT 1) d
       ORDER BY d.created_at DESC, d.id DESC`,
      [...values, request.per_page, offsetOf(request)],
    ),
    countRows(`SELECT FROM webhook_delivery WHERE ${where}`, values),
  ])
  return { rows, total }
}

const EXPORT_BATCH_SIZE = 1_000

/**
 * Returns the next deliveries of an export, newest first: up to 1,000, or none at the end.
 * @throws Problem not_found
 */
export const exportDeliveries = async (
  caller: Caller,
  { after, ...filter }: DeliveryFilter & { after?: DeliveryCursor | undefined },
): Promise<DeliveryRow[]> => {
  const { where, values } = buildSearch((await findOwnEndpoint(caller, filter.endpoint)).id, filter, after)
  return query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d WHERE ${where} ORDER BY d.created_at DESC, d.id DESC LIMIT ${EXPORT_BATCH_SIZE}`,
    values,
  )
}
