import type { OrderStatus, PaymentStatus } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import { toTimestamp } from "@/trpc/wire"

/** The columns of an order that its resource is made of. */
export const ORDER_COLUMNS = `o.id, o.number, o.status, o.payment_status, o.subtotal, o.shipping_total, o.discount_total, o.tax_total,
  o.total, o.item_count, o.placed_at, o.updated_at`

export interface OrderRow {
  id: string
  number: string
  status: OrderStatus
  payment_status: PaymentStatus
  subtotal: number
  shipping_total: number
  discount_total: number
  tax_total: number
  total: number
  item_count: number
  placed_at: Date
  updated_at: Date
}

export const toOrder = (row: OrderRow) => ({
  id: publicId("order", row.id),
  number: row.number,
  status: row.status,
  payment_status: row.payment_status,
  currency: "INR" as const,
  subtotal: row.subtotal,
  shipping_total: row.shipping_total,
  discount_total: row.discount_total,
  tax_total: row.tax_total,
  total: row.total,
  item_count: row.item_count,
  placed_at: toTimestamp(row.placed_at),
  updated_at: toTimestamp(row.updated_at),
})
