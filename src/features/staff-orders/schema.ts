import { z } from "zod"
import { ORDER_NUMBER } from "@/domain/order-number"
import { REASON_MAX } from "@/domain/order-limits"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { paise } from "@/orders/schema"
import { dateInput, textSchema, timestamp } from "@/trpc/wire"

const statusFields = { status: z.enum(ORDER_STATUSES), payment_status: z.enum(PAYMENT_STATUSES) }

const StaffSellerOrder = z.object({
  id: z.string(),
  number: z.string(),
  store: z.object({ slug: z.string(), name: z.string() }),
  ...statusFields,
  items: z.array(
    z.object({ id: z.int(), name: z.string(), sku: z.string(), quantity: z.int(), unit_price: paise, total: paise }),
  ),
  subtotal: paise,
  shipping_total: paise,
  /** Its share of the order's discount, in paise. */
  discount_total: paise,
  tax_total: paise,
  /** What the buyer pays for it, in paise: items and shipping minus its share of the discount. */
  total: paise,
  refunded_total: paise,
  refundable: paise,
  cancellable: z.boolean(),
})

/** An order in the list of all orders, which does not say who placed it. */
export const StaffOrderSummary = z.object({ number: z.string(), ...statusFields, placed_at: timestamp, total: paise })

export type StaffOrderSummary = z.output<typeof StaffOrderSummary>

export const StaffOrderFilter = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  payment_status: z.enum(PAYMENT_STATUSES).optional(),
  placed_from: dateInput.optional(),
  placed_before: dateInput.optional(),
  /** The email address or account id of the person who placed them. */
  buyer: textSchema(254)
    .transform((text) => text.trim())
    .default(""),
  /** The number of the order before the first. */
  after: z.string().regex(ORDER_NUMBER).optional(),
  limit: z.int().min(1).max(500).default(50),
})

export type StaffOrderFilter = z.output<typeof StaffOrderFilter>

/** An order as the staff see it. They do not need the delivery address. */
export const StaffOrder = z.object({
  id: z.string(),
  number: z.string(),
  ...statusFields,
  livemode: z.boolean(),
  placed_at: timestamp,
  buyer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Whether the staff member placed it: they cannot handle their own order. */
  own: z.boolean(),
  subtotal: paise,
  shipping_total: paise,
  discount_total: paise,
  tax_total: paise,
  total: paise,
  refunded_total: paise,
  refundable: paise,
  parts: z.array(StaffSellerOrder),
  payments: z.array(
    z.object({
      id: z.string(),
      method: z.enum(["upi", "card", "netbanking", "wallet", "cod"]),
      status: z.enum(["pending", "paid", "failed"]),
      amount: paise,
      reference: z.string().nullable(),
      paid_at: timestamp.nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      part: z.string().nullable(),
      amount: paise,
      reason: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  /** The actions of people on it, newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      actor: z.string().nullable(),
      created_at: timestamp,
      reason: z.string().nullable(),
    }),
  ),
})
export type StaffOrder = z.output<typeof StaffOrder>

const reason = textSchema(REASON_MAX)
  .transform((words) => words.trim())
  .pipe(z.string().min(1))

/** A seller order by its number or id, or the whole order without one. */
const orderInput = { number: z.string(), part: z.string().nullable(), reason }

export const StaffCancel = z.object(orderInput)
export type StaffCancel = z.output<typeof StaffCancel>

export const StaffRefund = z.object({
  ...orderInput,
  amount: z
    .int()
    .min(1)
    .nullable()
    .describe("Amount in paise of a seller order; null refunds everything that remains."),
  refunded_total: z
    .int()
    .min(0)
    .describe("The refunded total of the seller order or order that the person saw; prevents refunding twice."),
})
export type StaffRefund = z.output<typeof StaffRefund>
