import type { Caller } from "@/domain/caller"
import { livingEndpoint } from "@/features/webhook-deliveries/endpoint-owner"
import { ownDelivery } from "@/features/webhook-deliveries/get-delivery"
import { type Actor, audit } from "@/platform/audit"
import { pool } from "@/platform/db"
import { countFailed, redeliver, redeliverFailed } from "@/webhooks/redeliver"

/**
 * Sends a delivery once more.
 * @throws Problem not_found; invalid_state, when it is on its way already or its endpoint is deleted.
 */
export const redeliverOne = async (caller: Caller, endpoint: string, id: string): Promise<void> => redeliver((await ownDelivery(caller, endpoint, id)).id)

/** @throws Problem not_found; invalid_state, when the endpoint is deleted. */
export const countFailedSince = async (caller: Caller, endpoint: string, since: Date): Promise<number> => countFailed({ endpointId: await livingEndpoint(caller, endpoint), since })

/**
 * Sends all deliveries once more that were last tried since then and failed.
 * @returns how many
 * @throws Problem not_found; invalid_state, when the endpoint is deleted.
 */
export const redeliverAllFailed = async (actor: Actor, endpoint: string, since: Date): Promise<number> => {
  const endpointId = await livingEndpoint(actor.caller, endpoint)
  const count = await redeliverFailed({ endpointId, since })
  await audit(pool(), actor, "webhook_endpoint.redelivered", endpointId, { since: since.toISOString(), count })
  return count
}
