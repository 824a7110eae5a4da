import { z } from "zod"
import { PAISE_MAX, REASON_MAX } from "@/domain/order-limits"
import { ORDER_STATUSES } from "@/domain/order-status"
import { SELLER_ORDER_SORTS } from "@/domain/seller-order-sort"
import { AWB, AWB_MAX, COURIER_NAME_MAX, TRACKING_URL, TRACKING_URL_MAX } from "@/domain/shipment"
import { paise, SellerOrder, SHIPMENT } from "@/orders/schema"
import { dateInput, textSchema } from "@/trpc/wire"

/** The actions on a seller order; its status decides which are allowed. */
const ORDER_ACTIONS = ["confirm", "pack", "ship", "deliver", "cancel", "refund"] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** A seller order as members of the store see it. */
export const StoreOrder = SellerOrder.extend({
  cash_on_delivery: z.boolean().describe("Whether the customer pays when the parcel arrives."),
  allowed_actions: z.array(z.enum(ORDER_ACTIONS)),
  refundable: paise.describe("The paid amount that has not been refunded, in paise."),
  voucher: paise.describe("The marketplace's discount, which reduces what the customer pays, in paise."),
})
export type StoreOrder = z.output<typeof StoreOrder>

const reason = textSchema(REASON_MAX)
  .transform((words) => words.trim())
  .pipe(z.string().min(1))

export const OrderActionInput = z.object({ id: z.string() })
export const CancelInput = OrderActionInput.extend({ reason })
export const RefundInput = CancelInput.extend({
  amount: z.int().min(1).max(PAISE_MAX).nullable().describe("Amount in paise; null refunds everything that remains."),
  refunded_total: z
    .int()
    .min(0)
    .max(PAISE_MAX)
    .describe("The refunded total that the person saw; prevents refunding twice."),
})

/** The steps that several orders can take together; to be shipped each needs a parcel of its own. */
export const ADVANCE_STEPS = ["confirm", "pack", "deliver"] as const satisfies readonly OrderAction[]
export type AdvanceStep = (typeof ADVANCE_STEPS)[number]

/** The largest number of orders that take a step together. */
const ADVANCE_MAX = 100

export const AdvanceOrders = z.object({
  step: z.enum(ADVANCE_STEPS),
  ids: z.array(z.string()).min(1).max(ADVANCE_MAX).describe("The IDs or the numbers of the orders."),
})

/** Whether an order took the step, and otherwise why not. */
export const AdvanceResult = z.object({
  id: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
export type AdvanceResult = z.output<typeof AdvanceResult>

const REASON = reason
  .describe("The reason, as shown in the customer's email. Without it, the email gives none.")
  .optional()

/** The longest search text of a store's orders, in characters. */
const STORE_ORDER_SEARCH_MAX = 100

export const SellerOrderFilter = z.object({
  status: z.enum(ORDER_STATUSES).describe("Only orders in this status.").optional(),
  placed_after: dateInput.describe("Only orders placed at this time or later.").optional(),
  updated_after: dateInput
    .describe(
      "Only orders last changed at this time or later. With `sort=updated_at` and your newest `updated_at`, it finds what has changed since.",
    )
    .optional(),
  ship_by_before: dateInput.describe("Only orders to be shipped by this time or earlier, in any status.").optional(),
  sort: z
    .enum(SELLER_ORDER_SORTS)
    .default("-placed_at")
    .describe("The time to sort by: placed, last changed or to be shipped. `-` puts the latest first."),
})
export type SellerOrderFilter = z.output<typeof SellerOrderFilter>

/** What the list of a store's orders in the portal can be narrowed and sorted by. */
export const StoreOrderFilter = z.object({
  status: SellerOrderFilter.shape.status,
  q: textSchema(STORE_ORDER_SEARCH_MAX)
    .describe("Part of a number, an item, an AWB number, or a customer's name, city or phone number.")
    .optional(),
  placed_after: SellerOrderFilter.shape.placed_after,
  to_ship: z
    .literal(true)
    .describe("Only orders that are to be shipped: that the store can confirm or ship.")
    .optional(),
  next_step: z
    .enum(["confirm", "ship"])
    .describe("Only orders that are to be shipped, and that are first to be confirmed, or already are.")
    .optional(),
  late_at: dateInput.describe("Only orders that are to be shipped and should have been before this time.").optional(),
  sort: z
    .enum(SELLER_ORDER_SORTS)
    .describe("Without it, orders to be shipped come first, the most urgent on top, then the newest.")
    .optional(),
})
export type StoreOrderFilter = z.output<typeof StoreOrderFilter>

/** How many orders a file of them reads at once. */
export const EXPORT_BATCH_SIZE = 500

/** A seller order in an address of the API. */
export const SellerOrderInput = OrderActionInput.extend({
  id: z.string().describe("The ID or the number of the seller order."),
})
export const CancelSellerOrder = SellerOrderInput.extend({ reason: REASON }).meta({
  examples: [{ reason: "Out of stock" }],
})
export const RefundSellerOrder = SellerOrderInput.extend({
  amount: RefundInput.shape.amount
    .describe("The amount to refund, in paise. Without it, or with null, everything that remains is refunded.")
    .optional(),
  reason: REASON,
  refunded_total: RefundInput.shape.refunded_total
    .describe(
      "The order's `refunded_total` as you last read it. If another refund was made since, the request returns 409 `invalid_state`.",
    )
    .optional(),
}).meta({ examples: [{ amount: 5000, reason: "One jar was broken", refunded_total: 0 }] })

const httpUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .max(TRACKING_URL_MAX)
  .regex(TRACKING_URL)
  .meta({ format: "uri" })

export const ShipInput = z
  .object({
    id: z.string().describe("The ID or the number of the seller order."),
    courier_name: textSchema(COURIER_NAME_MAX)
      .min(1)
      .transform((name) => name.trim())
      .pipe(z.string().min(1))
      .describe("The courier's name."),
    awb: z.string().min(1).max(AWB_MAX).regex(AWB).describe("The air waybill number."),
    tracking_url: httpUrl.describe("The URL where the customer can track the shipment; http or https.").optional(),
  })
  .meta({ examples: [{ courier_name: SHIPMENT.courier_name, awb: SHIPMENT.awb, tracking_url: SHIPMENT.tracking_url }] })

export type ShipInput = z.output<typeof ShipInput>

/** The store whose orders a caller handles: its own or, in a sandbox, the store that every sandbox has. */
export const HandledStore = z.object({ slug: z.string(), name: z.string() })

export type HandledStore = z.output<typeof HandledStore>
