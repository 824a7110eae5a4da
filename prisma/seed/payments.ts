import { allocateDiscount, toPaise } from "@/domain/money"
import type { PaymentStatus } from "@/domain/order-status"
import { uuidAt } from "./ids"
import type { OrderRecord, SellerOrderRecord } from "./orders"
import type { Random } from "./random"

export interface PaymentRecord {
  id: string
  method: "upi" | "card" | "netbanking" | "wallet" | "cod"
  status: "pending" | "paid" | "failed"
  amount: number
  reference: string | null
  createdAt: Date
  paidAt: Date | null
}

export interface RefundRecord {
  id: string
  sellerOrderId: string
  amount: number
  reason: string
  createdAt: Date
}

type Unsettled = Omit<OrderRecord, "paymentStatus" | "payment" | "refunds">

const REASONS = ["Arrived damaged", "Wrong size", "Not as described", "Changed my mind", "An item was missing"]

/**
 * Pays for an order as its parts require. Prepaid orders are refunded for each cancelled part, and for a few returns.
 * Cash is paid with the last delivery; an order with a cancelled part is never partly paid in cash.
 */
export function settle(order: Unsettled, now: Date, random: Random): OrderRecord {
  const { parts: sellerOrders } = order
  const cancelled = sellerOrders.filter((sellerOrder) => sellerOrder.status === "cancelled")
  const confirmed = sellerOrders.map((sellerOrder) => sellerOrder.timeline.confirmedAt).filter((at) => at !== null)
  const method = random.weighted([
    ["upi", 56],
    ["card", 17],
    ["netbanking", 6],
    ["wallet", 5],
    ["cod", cancelled.length > 0 && cancelled.length < sellerOrders.length ? 0 : 16],
  ] as const)
  const id = uuidAt(order.placedAt, random)
  const payment = { id, method, amount: order.total, createdAt: order.placedAt }
  const finish = (
    status: PaymentRecord["status"],
    paidAt: Date | null,
    paymentStatus: PaymentStatus,
    refunds: RefundRecord[],
    ofParts: readonly PaymentStatus[],
  ): OrderRecord => ({
    ...order,
    paymentStatus,
    payment: {
      ...payment,
      status,
      paidAt,
      reference: status === "pending" && method === "cod" ? null : drawReference(method, random),
    },
    refunds,
    parts: sellerOrders.map((sellerOrder, i) => ({
      ...sellerOrder,
      paymentStatus: ofParts[i] ?? paymentStatus,
      updatedAt: latest(
        sellerOrder.updatedAt,
        refunds.filter((refund) => refund.sellerOrderId === sellerOrder.id),
      ),
    })),
    updatedAt: latest(order.updatedAt, refunds),
  })

  if (method === "cod") {
    if (cancelled.length === sellerOrders.length) return finish("failed", null, "failed", [], [])
    const deliveries = sellerOrders.map((sellerOrder) => sellerOrder.timeline.deliveredAt)
    const last = deliveries.every((at) => at !== null)
      ? new Date(Math.max(...deliveries.map((at) => at.getTime())))
      : null
    return last ? finish("paid", last, "paid", [], []) : finish("pending", null, "pending", [], [])
  }
  const [paidAt] = confirmed.sort((a, b) => a.getTime() - b.getTime())
  if (!paidAt) {
    const failed = cancelled.length === sellerOrders.length || random.chance(0.2)
    return failed ? finish("failed", null, "failed", [], []) : finish("pending", null, "pending", [], [])
  }
  const refunds = drawRefunds(order, now, random)
  const back = refunds.reduce((sum, refund) => sum + refund.amount, 0)
  const shares = sharesOf(order)
  const ofParts = sellerOrders.map((sellerOrder, i) =>
    state(sumFor(refunds, sellerOrder), sellerOrder.total - (shares[i] ?? 0)),
  )
  return finish("paid", paidAt, state(back, order.total), refunds, ofParts)
}

function drawRefunds(order: Unsettled, now: Date, random: Random): RefundRecord[] {
  const shares = sharesOf(order)
  return order.parts.flatMap((sellerOrder, i): RefundRecord[] => {
    const paid = sellerOrder.total - (shares[i] ?? 0)
    const { cancelledAt, deliveredAt } = sellerOrder.timeline
    if (cancelledAt && paid > 0)
      return [
        makeRefund(sellerOrder, paid, "Cancelled before it was sent", soonAfter(cancelledAt, now, random), random),
      ]
    if (!deliveredAt || !random.chance(0.05)) return []
    const item = random.pick(sellerOrder.items)
    const amount = Math.min(paid, sellerOrder.items.length > 1 ? item.total : paid - sellerOrder.shippingTotal)
    return amount > 0
      ? [makeRefund(sellerOrder, amount, random.pick(REASONS), soonAfter(deliveredAt, now, random), random)]
      : []
  })
}

function makeRefund(
  { id }: SellerOrderRecord,
  amount: number,
  reason: string,
  createdAt: Date,
  random: Random,
): RefundRecord {
  return { id: uuidAt(createdAt, random), sellerOrderId: id, amount, reason, createdAt }
}

/** Splits the voucher over the parts. */
export function sharesOf({ parts: sellerOrders, discountTotal }: Pick<Unsettled, "parts" | "discountTotal">): number[] {
  return allocateDiscount(
    toPaise(discountTotal),
    sellerOrders.map(({ subtotal }) => toPaise(subtotal)),
  )
}

function state(back: number, paid: number): PaymentStatus {
  if (back === 0) return "paid"
  return back >= paid ? "refunded" : "partially_refunded"
}

function sumFor(refunds: readonly RefundRecord[], sellerOrder: SellerOrderRecord): number {
  return refunds.reduce((sum, refund) => sum + (refund.sellerOrderId === sellerOrder.id ? refund.amount : 0), 0)
}

function soonAfter(at: Date, now: Date, random: Random): Date {
  const room = now.getTime() - at.getTime()
  return new Date(at.getTime() + Math.round(Math.min(room, 72 * 3_600_000) * (0.05 + random.next() * 0.9)))
}

function latest(at: Date, refunds: readonly RefundRecord[]): Date {
  return refunds.reduce((last, refund) => (refund.createdAt > last ? refund.createdAt : last), at)
}

function drawReference(method: PaymentRecord["method"], random: Random): string {
  const digits = String(random.int(100_000, 999_999)) + String(random.int(100_000, 999_999))
  return { upi: digits, card: `card_${digits}`, netbanking: `NB${digits}`, wallet: `W${digits}`, cod: `COD${digits}` }[
    method
  ]
}
