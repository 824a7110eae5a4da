// SQL: it looks up pairs of arrays in the partitions of a big table (= ANY beside BETWEEN), which Prisma does not write.
import type { Caller } from "@/domain/caller"
import { uuidOf } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { DELIVERY_COLUMNS, type DeliveryRow } from "@/webhooks/deliveries/delivery-row"
import { query } from "@/platform/db/query"

export type EventDeliveryRow = DeliveryRow & { endpoint_id: string; url: string }

// Each stands beside its event's moment in the index of its endpoint. The bounds are for its partitions, of which an array tells nothing.
const DELIVERIES = `
  SELECT ${DELIVERY_COLUMNS}, w.id AS endpoint_id, w.url FROM webhook_endpoint w JOIN webhook_delivery d ON d.endpoint_id = w.id
  WHERE w.account_id = $1 AND d.created_at = ANY ($2::timestamptz[]) AND d.event_id = ANY ($3::uuid[]) AND d.created_at BETWEEN $4 AND $5 ORDER BY d.created_at DESC, d.id DESC`

/** What became of events at the account's endpoints, those that are deleted too. @param events their public ids */
export const deliveriesOfEvents = async (caller: Caller, events: string[]): Promise<EventDeliveryRow[]> => {
  const ids = events.flatMap((event) => uuidOf("event", event) ?? []).sort()
  const moments = ids.map(uuidTime)
  return ids.length === 0
    ? []
    : query<EventDeliveryRow>(DELIVERIES, [caller.accountId, moments, ids, moments[0], moments.at(-1)])
}
