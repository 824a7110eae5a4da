import type { Caller } from "@/domain/caller"
import { type Actor, audit } from "@/platform/audit"
import type { Idempotency } from "@/platform/idempotency"
import { findActiveEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import { countInRange, requeueRange } from "@/webhooks/deliveries/requeue-range"
import type { ReplayDeliveries } from "@/webhooks/deliveries/schema"

type ReplayRange = Omit<ReplayDeliveries, "dry_run">

/**
 * Counts the deliveries of an account's endpoint that replayDeliveries() would send again.
 * @throws Problem not_found; invalid_state if the endpoint is deleted
 */
export async function countReplayed(caller: Caller, { id, ...range }: ReplayRange): Promise<number> {
  return countInRange({ ...range, endpointId: await findActiveEndpoint(caller, id) })
}

/**
 * Redelivers the deliveries of an account's endpoint whose last attempt was in this range and ended like this.
 * @returns the number of deliveries
 * @throws Problem not_found; invalid_state if the endpoint is deleted
 */
export async function replayDeliveries(
  actor: Actor,
  { id, since, until, status }: ReplayRange,
  idempotency: Idempotency | null = null,
): Promise<number> {
  const endpointId = await findActiveEndpoint(actor.caller, id)
  const range = { since: since.toISOString(), ...(until && { until: until.toISOString() }), status }
  return requeueRange(
    { endpointId, since, until, status },
    (tx, count) => audit(tx, actor, "webhook_endpoint.redelivered", endpointId, { ...range, count }),
    idempotency,
  )
}
