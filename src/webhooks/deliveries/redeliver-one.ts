import { findOwnDelivery } from "@/webhooks/deliveries/get-delivery"
import { type Actor, audit } from "@/platform/audit"
import { transaction } from "@/platform/db/transaction"
import { redeliver } from "@/webhooks/deliveries/redeliver"

/**
 * Redelivers one delivery.
 * @throws Problem not_found; invalid_state if it is being sent or its endpoint is deleted
 */
export const redeliverOne = async (actor: Actor, endpoint: string, id: string): Promise<void> => {
  const delivery = await findOwnDelivery(actor.caller, endpoint, id)
  await transaction(async (tx) => {
    await redeliver(tx, delivery.id)
    await audit(tx, actor, "webhook_delivery.redelivered", delivery.id, { endpoint })
  })
}
