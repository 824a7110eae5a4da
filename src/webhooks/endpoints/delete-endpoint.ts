import { Problem } from "@/domain/problem"
import { lockOwnEndpoint, ownEndpointWhere } from "@/webhooks/endpoints/own-endpoint"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Precondition } from "@/domain/precondition"
import { cancelEndpointDeliveries } from "@/webhooks/endpoints/pending-deliveries"

/**
 * Deletes an endpoint and cancels its pending deliveries; all deliveries stay readable in the portal.
 * @throws Problem not_found; precondition_failed
 */
export async function deleteEndpoint(actor: Actor, id: string, precondition: Precondition | null): Promise<void> {
  const where = ownEndpointWhere(actor.caller, id)
  await prismaTransaction(async (tx) => {
    if (precondition) await lockOwnEndpoint(tx, actor.caller, where, precondition)
    const deleted = await tx.webhookEndpoint.updateMany({ where, data: { deletedAt: new Date() } })
    if (deleted.count === 0) throw new Problem("not_found")
    await audit(queryableOf(tx), actor, "webhook_endpoint.deleted", where.id)
  })
  await cancelEndpointDeliveries(where.id)
}
