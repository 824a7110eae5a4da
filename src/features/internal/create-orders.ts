import { parsePublicId, publicId } from "@/domain/public-id"
import { processBatch } from "@/features/internal/batch"
import type { InternalOrder } from "@/features/internal/schema"
import type { Checked } from "@/trpc/checked-item"
import { ItemError } from "@/orders/batch-item"
import type { OrderRequest } from "@/orders/order-request"
import { type PlacedLiveOrder, placeOrders } from "@/orders/place-orders"
import type { Queryable } from "@/platform/db/query"
import type { Idempotency } from "@/platform/idempotency"

const OLDEST_MS = 7 * 86_400_000
/** Clocks differ: a time a little ahead counts as now. */
const SKEW_MS = 5 * 60_000

/** Places the orders of the shop; each gets a result of its own. */
export function createOrders(
  items: readonly Checked<InternalOrder>[],
  { operatorKeyId, idempotency }: { operatorKeyId: string; idempotency: Idempotency | null },
) {
  return processBatch(
    items,
    idempotency,
    (tx, orders) => place(tx, orders, operatorKeyId),
    (placed: PlacedLiveOrder | null) => ({ order: placed && toResult(placed) }),
  )
}

async function place(
  tx: Queryable,
  orders: readonly InternalOrder[],
  operatorKeyId: string,
): Promise<(PlacedLiveOrder | ItemError)[]> {
  const requests = orders.map(toRequest)
  const valid = requests.flatMap((request) => (request instanceof ItemError ? [] : [request]))
  const placed = (await placeOrders(tx, valid, operatorKeyId)).values()
  return requests.map((request) => {
    if (request instanceof ItemError) return request
    const { value } = placed.next()
    if (!value) throw new Error(`order ${request.externalId} has no outcome`)
    return value
  })
}

function toRequest(order: InternalOrder): OrderRequest | ItemError {
  const { buyer } = order
  const accountId = buyer.account_id === undefined ? null : parsePublicId("account", buyer.account_id)
  if (accountId === null && buyer.email === undefined)
    return new ItemError("not_found", "There is no account with this id.", "buyer.account_id")
  const placedAt = order.placed_at === undefined ? null : new Date(order.placed_at)
  const age = placedAt === null ? 0 : Date.now() - placedAt.getTime()
  if (age > OLDEST_MS || age < -SKEW_MS)
    return new ItemError(
      "validation_failed",
      "placed_at must not be in the future or more than seven days ago.",
      "placed_at",
    )
  return {
    externalId: order.external_id,
    buyer: accountId === null ? { email: buyer.email ?? "", name: buyer.name } : { accountId },
    items: order.items.map(({ unit_price: unitPrice, ...item }) => ({ ...item, unitPrice })),
    address: order.address,
    payment: order.payment,
    discount: order.discount,
    placedAt: age < 0 ? null : placedAt,
    sendReceipt: order.send_receipt,
  }
}

function toResult({ id, number, sellerOrders }: PlacedLiveOrder) {
  return {
    id: publicId("order", id),
    number,
    seller_orders: sellerOrders.map((sellerOrder) => ({
      ...sellerOrder,
      id: publicId("seller_order", sellerOrder.id),
    })),
  }
}
