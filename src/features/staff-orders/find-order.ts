import { ORDER_NUMBER, SELLER_ORDER_NUMBER } from "@/domain/order-number"
import { canTransition, type OrderStatus, type PaymentStatus } from "@/domain/order-status"
import { parsePublicId, publicId } from "@/domain/public-id"
import { LIVE_WORLD } from "@/domain/world"
import type { StaffOrder } from "@/features/staff-orders/schema"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

const ORDER_SELECT = {
  id: true,
  number: true,
  status: true,
  paymentStatus: true,
  livemode: true,
  placedAt: true,
  subtotal: true,
  shippingTotal: true,
  discountTotal: true,
  taxTotal: true,
  total: true,
  refundedTotal: true,
  account: { select: { id: true, name: true, email: true } },
  parts: {
    select: {
      id: true,
      number: true,
      store: { select: { slug: true, name: true } },
      status: true,
      paymentStatus: true,
      subtotal: true,
      shippingTotal: true,
      discountShare: true,
      taxTotal: true,
      total: true,
      refundedTotal: true,
      items: {
        select: { id: true, name: true, sku: true, quantity: true, unitPrice: true, total: true },
        orderBy: { id: "asc" },
      },
    },
    orderBy: { position: "asc" },
  },
  payments: {
    select: { id: true, method: true, status: true, amount: true, reference: true, paidAt: true },
    orderBy: { createdAt: "asc" },
  },
  refunds: {
    select: { id: true, amount: true, reason: true, createdAt: true, sellerOrder: { select: { number: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  },
} as const satisfies Prisma.CustomerOrderSelect

type OrderRow = Prisma.CustomerOrderGetPayload<{ select: typeof ORDER_SELECT }>
type SellerOrderRow = OrderRow["parts"][number]

/** Which order has a number or id, or a seller order that has it. */
async function whereIdentified(requested: string): Promise<Prisma.CustomerOrderWhereUniqueInput | null> {
  const worldId = LIVE_WORLD.id
  const [id, partId] = [parsePublicId("order", requested), parsePublicId("seller_order", requested)]
  if (id !== null) return { id_worldId: { id, worldId } }
  if (partId !== null) {
    const part = await prisma().sellerOrder.findUnique({
      where: { id_worldId: { id: partId, worldId } },
      select: { orderId: true },
    })
    return part && { id_worldId: { id: part.orderId, worldId } }
  }
  const upper = requested.toUpperCase()
  const number = SELLER_ORDER_NUMBER.test(upper) ? upper.replace(/-\d+$/, "") : upper
  return ORDER_NUMBER.test(number) ? { number_worldId: { number, worldId } } : null
}

/** Any order, by its own number or id, or that of one of its seller orders; null if there is none. */
export async function findOrder(accountId: string, requested: string): Promise<StaffOrder | null> {
  const where = await whereIdentified(requested.trim())
  const order = where && (await prisma().customerOrder.findUnique({ where, select: ORDER_SELECT }))
  if (!order?.account) return null
  const { account: buyer } = order
  const sellerOrders = order.parts.map(toStaffSellerOrder)
  return {
    id: publicId("order", order.id),
    number: order.number,
    status: order.status as OrderStatus,
    payment_status: order.paymentStatus as PaymentStatus,
    livemode: order.livemode,
    placed_at: toTimestamp(order.placedAt),
    buyer: { id: publicId("account", buyer.id), name: buyer.name, email: buyer.email },
    own: buyer.id === accountId,
    subtotal: order.subtotal,
    shipping_total: order.shippingTotal,
    discount_total: order.discountTotal,
    tax_total: order.taxTotal,
    total: order.total,
    refunded_total: order.refundedTotal,
    refundable: sellerOrders.reduce((sum, { refundable }) => sum + refundable, 0),
    parts: sellerOrders,
    payments: order.payments.map(({ method, status, paidAt, ...payment }) => ({
      ...payment,
      method: method as StaffOrder["payments"][number]["method"],
      status: status as StaffOrder["payments"][number]["status"],
      paid_at: toTimestampOrNull(paidAt),
    })),
    refunds: order.refunds.map(({ id, amount, reason, createdAt, sellerOrder }) => ({
      id,
      part: sellerOrder?.number ?? null,
      amount,
      reason,
      created_at: toTimestamp(createdAt),
    })),
    history: await findHistory([order.id, ...order.parts.map(({ id }) => id)]),
  }
}

function toStaffSellerOrder(row: SellerOrderRow): StaffOrder["parts"][number] {
  const status = row.status as OrderStatus
  const paymentStatus = row.paymentStatus as PaymentStatus
  const total = row.total - row.discountShare
  return {
    id: publicId("seller_order", row.id),
    number: row.number,
    store: row.store,
    status,
    payment_status: paymentStatus,
    items: row.items.map(({ unitPrice, ...item }) => ({ ...item, unit_price: unitPrice })),
    subtotal: row.subtotal,
    shipping_total: row.shippingTotal,
    discount_total: row.discountShare,
    tax_total: row.taxTotal,
    total,
    refunded_total: row.refundedTotal,
    refundable: paymentStatus === "paid" || paymentStatus === "partially_refunded" ? total - row.refundedTotal : 0,
    cancellable: canTransition(status, "cancelled"),
  }
}

/** The actions of people on an order and its seller orders, newest first. */
async function findHistory(subjects: string[]): Promise<StaffOrder["history"]> {
  const entries = await prisma().auditEntry.findMany({
    where: { subject: { in: subjects } },
    select: { id: true, action: true, actorId: true, createdAt: true, data: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  })
  const actors = await prisma().account.findMany({
    where: { id: { in: entries.flatMap(({ actorId }) => actorId ?? []) } },
    select: { id: true, name: true },
  })
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  return entries.map(({ id, action, actorId, createdAt, data }) => ({
    id,
    action,
    actor: names.get(actorId ?? "") ?? null,
    created_at: toTimestamp(createdAt),
    reason: reasonOf(data),
  }))
}

function reasonOf(data: Prisma.JsonValue): string | null {
  return typeof data === "object" && data !== null && "reason" in data && typeof data.reason === "string"
    ? data.reason
    : null
}
