import { v7 as uuidv7 } from "uuid"
import { SHIP_WITHIN_SECONDS } from "@/domain/delivery-terms"
import { toPaise } from "@/domain/money"
import { orderNumber } from "@/domain/order-number"
import { sumOf } from "@/domain/sum"
import { calculateOrder } from "@/orders/calculate-order"
import { storesOf } from "@/orders/find-variants"
import {
  insertOrders,
  type NewOrder,
  type NewSellerOrder,
  type RunStatement,
  allocateOrderNumbers,
} from "@/orders/insert-orders"
import { mailOrderPlaced } from "@/orders/mail-buyer"
import { PLACED_EVENTS } from "@/orders/order-events"
import type { ReservedOrder } from "@/orders/order-request"
import { orderSnapshot, sellerOrderSnapshot } from "@/orders/placed-snapshots"
import type { Queryable } from "@/platform/db/query"
import { recordEvents } from "@/webhooks/events/record-events"

/**
 * Inserts live orders whose stock was reserved, with their events and the emails that were requested.
 * @returns the inserted orders, in the order of what was reserved
 */
export async function insertPlaced(
  tx: Queryable,
  run: RunStatement,
  reserved: readonly ReservedOrder[],
): Promise<NewOrder[]> {
  if (reserved.length === 0) return []
  const items = sumOf(reserved, ({ lines }) => lines.length)
  const next = await allocateOrderNumbers(run, { orders: reserved.length, items })
  const orders = reserved.map((each) => newOrder(each, next))
  await insertOrders(run, orders)
  await recordEvents(
    tx,
    orders.map((order) => ({
      type: "order.created",
      audience: { accountId: order.accountId },
      livemode: true,
      subjectId: order.id,
      data: orderSnapshot(order),
    })),
  )
  const sellerEvents = orders.flatMap((order) =>
    order.sellerOrders.flatMap((sellerOrder) => {
      const data = sellerOrderSnapshot(order, sellerOrder)
      return PLACED_EVENTS.map((type) => ({
        type,
        audience: { storeId: sellerOrder.storeId },
        livemode: true,
        subjectId: sellerOrder.id,
        data,
      }))
    }),
  )
  await recordEvents(tx, sellerEvents)
  for (const [i, { candidate }] of reserved.entries()) {
    const order = orders[i]
    if (candidate.request.sendReceipt && order) await mailOrderPlaced(tx, order.id)
  }
  return orders
}

type Numbers = Awaited<ReturnType<typeof allocateOrderNumbers>>

function newOrder({ candidate: { request, id }, accountId, lines }: ReservedOrder, next: Numbers): NewOrder {
  const { now } = next
  const placedAt = request.placedAt ?? now
  const stores = storesOf(lines)
  const order = calculateOrder(lines, toPaise(request.discount), {
    id,
    number: orderNumber(placedAt, next.order()),
    sellerOrderId: () => uuidv7(),
  })
  const { payment, address } = request
  return {
    ...order,
    accountId,
    status: "pending",
    paymentStatus: payment.status,
    placedAt,
    updatedAt: now,
    address,
    payment: {
      ...payment,
      id: uuidv7(),
      amount: order.total,
      paidAt: payment.status === "paid" ? now : null,
    },
    sellerOrders: order.sellerOrders.map(
      (sellerOrder): NewSellerOrder => ({
        ...sellerOrder,
        store: stores.get(sellerOrder.storeId)?.store ?? "",
        storeName: stores.get(sellerOrder.storeId)?.storeName ?? "",
        status: "pending",
        paymentStatus: payment.status,
        shipBy: new Date(placedAt.getTime() + SHIP_WITHIN_SECONDS * 1000),
        shippedAt: null,
        deliveredAt: null,
        cancelledAt: null,
        updatedAt: now,
        items: sellerOrder.items.map((item) => ({ ...item, id: next.item() })),
        shipment: null,
        refunds: [],
      }),
    ),
  }
}
