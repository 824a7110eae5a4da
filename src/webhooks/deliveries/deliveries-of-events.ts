// SQL: Prisma cannot look up pairs of arrays in the partitions of a large table (= ANY with BETWEEN).
import type { Caller } from "@/domain/caller"
import { parsePublicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { DELIVERY_COLUMNS, type DeliveryRow } from "@/webhooks/deliveries/delivery-row"
import { query } from "@/platform/db/query"

type EventDeliveryRow = DeliveryRow & { url: string }

// The index of an endpoint contains the event's time. The bounds select the partitions, for which an array is not
// enough.
const DELIVERIES_SQL = `
  SELECT ${DELIVERY_COLUMNS}, w.url FROM webhook_endpoint w JOIN webhook_delivery d ON d.endpoint_id = w.id
  WHERE w.account_id = $1 AND w.livemode = $6 AND d.created_at = ANY ($2::timestamptz[]) AND d.event_id = ANY ($3::uuid[]) AND d.created_at BETWEEN $4 AND $5 ORDER BY d.created_at DESC, d.id DESC`

/**
 * Returns the deliveries of events to the endpoints of the caller's mode, including deleted ones.
 * @param events public ids
 */
export async function deliveriesOfEvents(caller: Caller, events: string[]): Promise<EventDeliveryRow[]> {
  const ids = events.flatMap((event) => parsePublicId("event", event) ?? []).sort()
  const timestamps = ids.map(uuidTime)
  return ids.length === 0
    ? []
    : query<EventDeliveryRow>(DELIVERIES_SQL, [
        caller.accountId,
        timestamps,
        ids,
        timestamps[0],
        timestamps.at(-1),
        caller.livemode,
      ])
}
