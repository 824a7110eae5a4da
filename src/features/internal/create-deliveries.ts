import { publicId } from "@/domain/public-id"
import { processBatch } from "@/features/internal/batch"
import type { InternalDelivery } from "@/features/internal/schema"
import type { Checked } from "@/trpc/checked-item"
import { deliverSellerOrders, type RecordedDelivery } from "@/orders/deliver-seller-orders"
import type { Idempotency } from "@/platform/idempotency"

/** Marks seller orders as delivered; each gets a result of its own. */
export function createDeliveries(
  items: readonly Checked<InternalDelivery>[],
  { operatorKeyId, idempotency }: { operatorKeyId: string; idempotency: Idempotency | null },
) {
  return processBatch(
    items,
    idempotency,
    (tx, deliveries) =>
      deliverSellerOrders(
        tx,
        deliveries.map((delivery) => ({
          externalId: delivery.external_id,
          sellerOrder: delivery.seller_order,
          deliveredAt: delivery.delivered_at === undefined ? null : new Date(delivery.delivered_at),
        })),
        operatorKeyId,
      ),
    (recorded: RecordedDelivery | null) => ({
      seller_order: recorded && {
        id: publicId("seller_order", recorded.id),
        number: recorded.number,
        status: recorded.status,
      },
    }),
  )
}
