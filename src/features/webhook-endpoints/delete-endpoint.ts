import { Problem } from "@/domain/problem"
import { OWN, ownValues } from "@/features/webhook-endpoints/own-endpoint"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { withdrawDeliveries } from "@/webhooks/endpoint-state"

/**
 * Deletes an endpoint: what was still to be sent to it is not, and its deliveries stay readable in the portal.
 * @throws Problem not_found
 */
export const deleteEndpoint = async (actor: Actor, id: string): Promise<void> => {
  const own = ownValues(actor.caller, id)
  const deleted = await transaction(async (tx) => {
    const [endpoint] = await query<{ id: string }>(
      `UPDATE webhook_endpoint SET deleted_at = now(), updated_at = now() WHERE ${OWN} RETURNING id`,
      own,
      tx,
    )
    if (!endpoint) throw new Problem("not_found")
    await audit(tx, actor, "webhook_endpoint.deleted", endpoint.id)
    return endpoint.id
  })
  await withdrawDeliveries(deleted)
}
