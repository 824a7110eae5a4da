import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import { ORDER_NUMBER } from "@/domain/order-number"
import { canTransition, type OrderStatus } from "@/domain/order-status"
import { AWB, AWB_MAX, COURIER_NAME_MAX, TRACKING_URL, TRACKING_URL_MAX } from "@/domain/shipment"
import { EXTERNAL_ID_MAX, ORDER_ITEMS_MAX, QUANTITY_MAX } from "@/domain/order-limits"
import { PAYMENT_METHODS } from "@/orders/insert-orders"
import { count, timestamp, name, pincode, slug, text } from "./fields"

const Item = z
  .strictObject({
    sku: text(200).nullish(),
    product_id: z.int().min(1).nullish(),
    quantity: z.int().min(1).max(QUANTITY_MAX),
    unit_price: count.nullish(),
    mrp: count.nullish(),
    name: name(1_000).nullish(),
    tax: count.nullish(),
  })
  .refine(
    ({ sku, product_id: id }) => (typeof sku === "string") !== (typeof id === "number"),
    "names its product by either sku or product_id",
  )

const Address = z.strictObject({
  name: name(200),
  phone: name(40),
  line1: name(500),
  line2: name(500).nullish(),
  landmark: name(500).nullish(),
  city: name(200),
  district: name(200),
  state: name(200),
  pincode,
  country: z.literal("IN").nullish(),
})

const Step = z.discriminatedUnion("status", [
  z.strictObject({ status: z.enum(["confirmed", "packed", "delivered", "cancelled"]), at: timestamp }),
  z.strictObject({
    status: z.literal("shipped"),
    at: timestamp,
    courier_name: name(COURIER_NAME_MAX),
    awb: z.string().min(1).max(AWB_MAX).regex(AWB, "must be letters, digits and hyphens"),
    tracking_url: z.string().max(TRACKING_URL_MAX).regex(TRACKING_URL, "must be an http or https URL").nullish(),
  }),
])
export type HistoryStep = z.output<typeof Step>

const History = z.array(Step).max(10)

const Refund = z.strictObject({ amount: count.min(1), at: timestamp, reason: text(1_000).nullish() })

const SellerOrderRecord = z.strictObject({
  store: slug,
  shipping: count.nullish(),
  ship_by: timestamp.nullish(),
  history: History.nullish(),
  refunds: z.array(Refund).max(100).nullish(),
})

/** An order that was placed elsewhere, with all that has happened to it since. */
export const Order = z
  .strictObject({
    kind: z.literal("order"),
    external_id: name(EXTERNAL_ID_MAX),
    number: z.string().max(30).regex(ORDER_NUMBER, "must be a number such as HT-2605-000123").nullish(),
    buyer: z.strictObject({ email: z.email().max(EMAIL_MAX), name: name(100).nullish() }),
    placed_at: timestamp,
    address: Address,
    payment: z.strictObject({
      method: z.enum(PAYMENT_METHODS),
      status: z.enum(["pending", "paid", "failed"]),
      reference: text(200).nullish(),
      paid_at: timestamp.nullish(),
      amount: count.nullish(),
    }),
    discount: count.nullish(),
    items: z.array(Item).min(1).max(ORDER_ITEMS_MAX),
    history: History.nullish(),
    parts: z.array(SellerOrderRecord).max(ORDER_ITEMS_MAX).nullish(),
  })
  .superRefine(({ placed_at: placedAt, payment, history, parts: sellerOrders }, context) => {
    const addIssue = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: "custom", path, message })
    const now = Date.now()
    const placed = Date.parse(placedAt)
    if (placed > now) addIssue(["placed_at"], "lies in the future")
    const checkTime = (path: (string | number)[], at: string, from: number): void => {
      if (Date.parse(at) < from) addIssue(path, "is before what came earlier")
      else if (Date.parse(at) > now) addIssue(path, "lies in the future")
    }
    const checkHistory = (path: (string | number)[], steps: readonly HistoryStep[]): void => {
      let status: OrderStatus = "pending"
      let at = placed
      for (const [index, step] of steps.entries()) {
        if (!canTransition(status, step.status))
          addIssue(
            [...path, index, "status"],
            `cannot follow ${status}: an order is confirmed, packed, shipped, delivered`,
          )
        checkTime([...path, index, "at"], step.at, at)
        status = step.status
        at = Date.parse(step.at)
      }
      if (status !== "pending" && status !== "cancelled" && payment.status !== "paid" && payment.method !== "cod")
        addIssue(path, "goes on although the order is neither paid nor to be paid on delivery")
    }
    if (payment.paid_at && payment.status !== "paid")
      addIssue(["payment", "paid_at"], "stands beside a payment that is not paid")
    if (payment.paid_at) checkTime(["payment", "paid_at"], payment.paid_at, placed)
    if (history && sellerOrders) addIssue(["history"], "stands beside parts, which have a history each")
    if (history) checkHistory(["history"], history)
    const stores = new Set<string>()
    for (const [index, sellerOrder] of (sellerOrders ?? []).entries()) {
      if (stores.has(sellerOrder.store)) addIssue(["parts", index, "store"], "stands twice in this list")
      stores.add(sellerOrder.store)
      checkHistory(["parts", index, "history"], sellerOrder.history ?? [])
      for (const [place, { at }] of (sellerOrder.refunds ?? []).entries())
        checkTime(["parts", index, "refunds", place, "at"], at, placed)
      if (sellerOrder.refunds?.length && payment.status !== "paid")
        addIssue(["parts", index, "refunds"], "stand beside a payment that is not paid")
    }
  })
export type OrderRecord = z.output<typeof Order>
