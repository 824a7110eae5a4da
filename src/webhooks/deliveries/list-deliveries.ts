// SQL: pages and row-value cursors over a large partitioned table, whose rows are read only for the final page.
import type { Caller } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { DELIVERY_COLUMNS, type DeliveryRow } from "@/webhooks/deliveries/delivery-row"
import { findOwnEndpointWithDeleted, listOwnEndpointIds } from "@/webhooks/deliveries/endpoint-owner"
import { readableEvents } from "@/webhooks/deliveries/readable-events"
import { mayHaveFailed } from "@/webhooks/deliveries/requeue-range"
import type { DeliveryFilter } from "@/webhooks/deliveries/schema"
import { eventSubject } from "@/webhooks/events/event-subject"
import { RETENTION_START_SQL } from "@/webhooks/events/retention"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"

interface DeliveryCursor {
  created_at: Date
  id: string
}

/** Returns SQL for a filter of an endpoint's deliveries, optionally before a cursor. */
function buildSearch(
  { status, type, since, until }: DeliveryFilter,
  after?: DeliveryCursor,
): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const conditions = [`created_at >= greatest(${value(since ?? null)}::timestamptz, ${RETENTION_START_SQL})`]
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
 * Lists the deliveries of one of the account's endpoints, or of all of them in the caller's mode, newest first. The
 * index of each endpoint is scanned up to the page, and only the rows of the merged result are read.
 * @throws Problem not_found
 */
export async function listDeliveries(
  caller: Caller,
  request: PageRequest & DeliveryFilter,
): Promise<Page<DeliveryRow>> {
  const { endpoint } = request
  const endpoints =
    endpoint === undefined
      ? await listOwnEndpointIds(caller)
      : [(await findOwnEndpointWithDeleted(caller, endpoint)).id]
  if (endpoints.length === 0) return { rows: [], total: 0 }
  const { where, values } = buildSearch(request)
  const offset = offsetOf(request)
  const [ids, limit, skip, end] = [1, 2, 3, 4].map((index) => `$${values.length + index}`)
  const [rows, total] = await Promise.all([
    query<DeliveryRow>(
      `SELECT ${DELIVERY_COLUMNS}
       FROM (SELECT found.created_at, found.id FROM unnest(${ids}::uuid[]) AS e (endpoint)
             CROSS JOIN LATERAL (SELECT created_at, id FROM webhook_delivery WHERE endpoint_id = e.endpoint AND ${where}
                                 ORDER BY created_at DESC, id DESC LIMIT ${end}) found
             ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit} OFFSET ${skip}) page
       CROSS JOIN LATERAL (SELECT * FROM webhook_delivery w WHERE w.created_at = page.created_at AND w.id = page.id LIMIT 1) d
       ORDER BY d.created_at DESC, d.id DESC`,
      [...values, endpoints, request.per_page, offset, offset + request.per_page],
    ),
    countRows(`SELECT FROM webhook_delivery WHERE endpoint_id = ANY (${ids}::uuid[]) AND ${where}`, [
      ...values,
      endpoints,
    ]),
  ])
  return { rows, total }
}

/**
 * Lists the deliveries of one of the account's endpoints with what their events are about.
 * @returns also whether there may be failed ones to redeliver
 * @throws Problem not_found
 */
export async function listEndpointDeliveries(
  caller: Caller,
  request: PageRequest & DeliveryFilter & { endpoint: string },
): Promise<Page<DeliveryRow & { subject: string | null }> & { mayRedeliver: boolean }> {
  const { id, deleted } = await findOwnEndpointWithDeleted(caller, request.endpoint)
  const [{ rows, total }, failed] = await Promise.all([listDeliveries(caller, request), mayHaveFailed(id)])
  const events = await readableEvents(
    caller,
    rows.map(({ eventId }) => eventId),
  )
  const subjects = new Map(events.map((event) => [event.id, eventSubject({ data: JSON.parse(event.data) })]))
  return {
    rows: rows.map((row) => ({ ...row, subject: subjects.get(row.eventId) ?? null })),
    total,
    mayRedeliver: failed && !deleted,
  }
}

const EXPORT_BATCH_SIZE = 1_000

/**
 * Returns the next deliveries of an export, newest first: up to 1,000, or none at the end.
 * @throws Problem not_found
 */
export async function exportDeliveries(
  caller: Caller,
  { after, endpoint, ...filter }: DeliveryFilter & { endpoint: string; after?: DeliveryCursor | undefined },
): Promise<DeliveryRow[]> {
  const { where, values } = buildSearch(filter, after)
  return query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d WHERE endpoint_id = $${values.length + 1} AND ${where} ORDER BY d.created_at DESC, d.id DESC LIMIT ${EXPORT_BATCH_SIZE}`,
    [...values, (await findOwnEndpointWithDeleted(caller, endpoint)).id],
  )
}
