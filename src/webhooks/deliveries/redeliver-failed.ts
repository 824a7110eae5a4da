import { findActiveEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import { type Actor, audit } from "@/platform/audit"
import { redeliverFailed } from "@/webhooks/deliveries/redeliver"

/**
 * Redelivers all deliveries whose last attempt, since this time, failed.
 * @returns the number of deliveries
 * @throws Problem not_found; invalid_state if the endpoint is deleted
 */
export const redeliverAllFailed = async (actor: Actor, endpoint: string, since: Date): Promise<number> => {
  const endpointId = await findActiveEndpoint(actor.caller, endpoint)
  return redeliverFailed({ endpointId, since }, (tx, count) =>
    audit(tx, actor, "webhook_endpoint.redelivered", endpointId, { since: since.toISOString(), count }),
  )
}
