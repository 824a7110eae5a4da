import { isProblem, Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { type Actor, audit } from "@/platform/audit"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { DELIVERY_COLUMNS, type DeliveryRow, toDelivery } from "@/webhooks/deliveries/delivery-row"
import { findOwnDelivery } from "@/webhooks/deliveries/get-delivery"
import { requeueDelivery } from "@/webhooks/deliveries/requeue-delivery"
import type { Delivery } from "@/webhooks/deliveries/schema"

// SQL: the changed row is read in pg's transaction.

const DELIVERY_SQL = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

/**
 * Redelivers one delivery.
 * @returns the delivery, which waits for its attempt
 * @throws Problem not_found; invalid_state if it is being sent or its endpoint is deleted
 */
export async function redeliverOne(
  actor: Actor,
  id: string,
  idempotency: Idempotency | null = null,
): Promise<Delivery> {
  const { id: uuid, createdAt, endpointId } = await findOwnDelivery(actor.caller, id)
  const redelivered = await transaction((tx) =>
    idempotent(tx, idempotency, async () => {
      await requeueDelivery(tx, uuid)
      await audit(tx, actor, "webhook_delivery.redelivered", uuid, {
        endpoint: publicId("webhook_endpoint", endpointId),
      })
      const [row] = await query<DeliveryRow>(DELIVERY_SQL, [uuid, createdAt], tx)
      if (!row) throw new Problem("not_found")
      return toDelivery(row)
    }),
  )
  if (isProblem(redelivered)) throw redelivered
  return redelivered
}
