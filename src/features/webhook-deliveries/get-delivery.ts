import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { HANDLES_ORDERS_NOW } from "@/domain/store"
import { DELIVERY_COLUMNS, type DeliveryRow, toDelivery } from "@/features/webhook-deliveries/delivery-row"
import { uuidTime } from "@/domain/uuid-time"
import { ownEndpoint } from "@/features/webhook-deliveries/endpoint-owner"
import type { Attempt, DeliveryDetail } from "@/features/webhook-deliveries/schema"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"
import { payloadOf, type StoredEvent } from "@/webhooks/payload"

const DELIVERY = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2 AND d.endpoint_id = $3`

/**
 * A delivery to an account's endpoint.
 * @throws Problem not_found, also when it went to another endpoint
 */
export const ownDelivery = async (caller: Caller, endpointId: string, id: string): Promise<DeliveryRow> => {
  const { id: endpoint } = await ownEndpoint(caller, endpointId)
  const uuid = uuidOf("webhook_delivery", id)
  const [delivery] = uuid === null ? [] : await query<DeliveryRow>(DELIVERY, [uuid, uuidTime(uuid), endpoint])
  if (!delivery) throw new Problem("not_found")
  return delivery
}

// Of a store, to whoever handles its orders still, and while it is not suspended.
const EVENT = `
  SELECT id, type, api_version AS "apiVersion", livemode, created_at AS "createdAt", data::text AS data FROM webhook_event
  WHERE id = $1 AND created_at = $2
    AND (store_id IS NULL OR store_id IN (SELECT m.store_id FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = $3 AND ${HANDLES_ORDERS_NOW}))`

// An attempt has the time of the machine that made it, which may be behind the one that wrote the delivery.
const ATTEMPTS = `
  SELECT number, trigger, url, request_headers, status_code, error, response_headers, response_body, duration_ms, created_at
  FROM webhook_attempt WHERE delivery_id = $1 AND created_at >= $2::timestamptz - interval '1 hour' ORDER BY number DESC, id DESC`

/**
 * A delivery with what was sent and answered at each attempt.
 * @throws Problem not_found
 */
export const getDelivery = async (caller: Caller, endpointId: string, id: string): Promise<DeliveryDetail> => {
  const delivery = await ownDelivery(caller, endpointId, id)
  const [[event], attempts] = await Promise.all([
    query<StoredEvent>(EVENT, [delivery.event_id, uuidTime(delivery.event_id), caller.accountId]),
    query<Omit<Attempt, "created_at"> & { created_at: Date }>(ATTEMPTS, [delivery.id, delivery.created_at]),
  ])
  return {
    ...toDelivery(delivery),
    body: event ? payloadOf(event) : null,
    history: attempts.map(({ created_at, ...attempt }) => ({ ...attempt, created_at: toTimestamp(created_at) })),
  }
}
