import { query } from "@/platform/db/query"
import type { Attempt } from "@/webhooks/delivery/attempt"
import type { ClaimedDelivery } from "@/webhooks/delivery/claim"

const FAULTY_SQL = `
  SELECT DISTINCT e.id AS "endpointId", f.event FROM webhook_endpoint e JOIN world w ON w.account_id = e.account_id
    JOIN sandbox_fault f ON f.world_id = w.id AND f.event IS NOT NULL
  WHERE e.id = ANY ($1::uuid[])`
const FAULT_SQL = 'SELECT fault_id AS "faultId", behaviour FROM fault_webhook_delivery($1, $2, $3)'

/**
 * Applies the faults of the accounts' sandboxes to test deliveries that are about to be sent for the first time. Live
 * deliveries cost nothing.
 * @returns the deliveries to send now, without those that a fault has put back
 */
export async function applyFaults(claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
  const first = claimed.filter(isFirstOfSandbox)
  if (first.length === 0) return claimed
  const endpoints = [...new Set(first.map(({ endpointId }) => endpointId))]
  const faulty = await query<{ endpointId: string; event: string }>(FAULTY_SQL, [endpoints])
  if (faulty.length === 0) return claimed
  const putBack = new Set<string>()
  // In the order of the events, so that a fault changes the earliest.
  for (const delivery of first.sort((one, other) => (one.eventId < other.eventId ? -1 : 1))) {
    const { deliveryId, endpointId, lease, event } = delivery
    if (!faulty.some((each) => each.endpointId === endpointId && each.event === event.type)) continue
    const [fault] = await query<{ faultId: string; behaviour: string }>(FAULT_SQL, [deliveryId, lease, event.type])
    if (fault?.behaviour === "duplicate") delivery.faultId = fault.faultId
    else if (fault) putBack.add(deliveryId)
  }
  return claimed.filter(({ deliveryId }) => !putBack.has(deliveryId))
}

function isFirstOfSandbox({ event, trigger, failures, faultId }: ClaimedDelivery): boolean {
  return !event.livemode && trigger === "schedule" && failures === 0 && faultId === null
}

const RELEASE_SQL = `
  WITH released AS (
    UPDATE webhook_pending p SET held = false, due_at = least(p.due_at, now())
    FROM unnest($1::uuid[], $2::uuid[]) AS sent (endpoint_id, event_id)
    WHERE p.endpoint_id = sent.endpoint_id AND p.event_id < sent.event_id AND p.held
    RETURNING p.delivery_id, p.delivery_created_at, p.endpoint_id)
  UPDATE webhook_delivery d SET next_attempt_at = now() FROM released r WHERE d.id = r.delivery_id AND d.created_at = r.delivery_created_at
  RETURNING r.endpoint_id AS "endpointId"`

/**
 * Releases the deliveries that were held until one of these had overtaken them.
 * @returns the endpoints that have something to send now
 */
export async function releaseOvertaken(attempts: Attempt[]): Promise<string[]> {
  const sent = attempts.filter(({ delivery }) => !delivery.event.livemode).map(({ delivery }) => delivery)
  if (sent.length === 0) return []
  const released = await query<{ endpointId: string }>(RELEASE_SQL, [
    sent.map(({ endpointId }) => endpointId),
    sent.map(({ eventId }) => eventId),
  ])
  return [...new Set(released.map(({ endpointId }) => endpointId))]
}
