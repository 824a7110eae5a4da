import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import { EXTERNAL_ID_MAX, ORDER_ITEMS_MAX, PAISE_MAX, QUANTITY_MAX } from "@/domain/order-limits"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { ITEM_ERROR_CODES } from "@/orders/batch-item"
import { PAYMENT_METHODS } from "@/orders/insert-orders"
import { checkedSchema } from "@/trpc/checked-item"
import { timestamp, textSchema } from "@/trpc/wire"

/** The largest number of items of a batch. */
const BATCH_MAX = 1_000
/** In bytes; room for more than 4 KB an item. */
export const BATCH_BYTES_MAX = 4 * 1024 * 1024

function required(max: number) {
  return textSchema(max).refine((value) => value.trim() !== "", {
    message: "Must not be blank",
    params: { code: "blank" },
  })
}

function externalId(of: string) {
  return required(EXTERNAL_ID_MAX).describe(`The shop's own reference of the ${of}. A repeat is recognised by it.`)
}
const paise = z.int().min(0).max(PAISE_MAX)

const InternalAddress = z.object({
  name: required(200),
  phone: required(40),
  line1: required(500),
  line2: textSchema(500).nullable().default(null),
  landmark: textSchema(500).nullable().default(null),
  city: required(200),
  district: required(200),
  state: required(200),
  pincode: z.string().regex(/^[1-9][0-9]{5}$/),
  country: z.literal("IN").default("IN"),
})

export const InternalOrder = z
  .object({
    external_id: externalId("order"),
    buyer: z
      .object({
        account_id: z.string().max(100).optional().describe("The ID of an account."),
        email: z.email().max(EMAIL_MAX).optional(),
        name: required(100)
          .optional()
          .describe(
            "With it, an unknown email address gets an account, whose owner signs in by resetting its password.",
          ),
      })
      .refine(
        ({ account_id: id, email }) => (id === undefined) !== (email === undefined),
        "Either account_id or email",
      ),
    items: z
      .array(
        z
          .object({
            sku: required(200).optional(),
            product_id: z.int().min(1).max(PAISE_MAX).optional().describe("A product with one variant."),
            quantity: z.int().min(1).max(QUANTITY_MAX),
            unit_price: paise.optional().describe("In paise with GST; by default the price of the catalogue."),
          })
          .refine(({ sku, product_id: id }) => (sku === undefined) !== (id === undefined), "Either sku or product_id"),
      )
      .min(1)
      .max(ORDER_ITEMS_MAX),
    address: InternalAddress,
    payment: z.object({
      method: z.enum(PAYMENT_METHODS),
      status: z.enum(["pending", "paid"]).default("pending"),
      reference: required(200).nullable().default(null),
    }),
    discount: paise.default(0).describe("In paise, taken off the items in proportion."),
    placed_at: timestamp.optional().describe("By default now; at most seven days ago. Import older orders."),
    send_receipt: z.boolean().default(false).describe("Whether Haat emails the receipt to the buyer."),
  })
  .meta({ id: "InternalOrder" })
export type InternalOrder = z.output<typeof InternalOrder>

export const InternalPayment = z
  .object({
    external_id: externalId("payment"),
    order_external_id: required(EXTERNAL_ID_MAX).optional().describe("The shop's own reference of the order."),
    order: required(100).optional().describe("Instead of it, the ID or the number of the order."),
    status: z
      .enum(["paid", "failed"])
      .describe("An order whose payment has failed is cancelled, and its items go back to stock."),
    amount: paise.optional().describe("In paise; refused if it is not what is due."),
    reference: required(200).nullable().default(null).describe("Of the payment service."),
  })
  .refine(
    ({ order, order_external_id: externalOrderId }) => (order === undefined) !== (externalOrderId === undefined),
    "Either order_external_id or order",
  )
  .meta({ id: "InternalPayment" })
export type InternalPayment = z.output<typeof InternalPayment>

export const InternalDelivery = z
  .object({
    external_id: externalId("delivery"),
    seller_order: required(100).describe("The ID or the number of a shipped seller order."),
    delivered_at: timestamp.optional().describe("By default now."),
  })
  .meta({ id: "InternalDelivery" })
export type InternalDelivery = z.output<typeof InternalDelivery>

const outcome = z
  .enum(["done", "repeated", "failed"])
  .describe("repeated: it was done by an earlier request. failed: see error; the others are not affected.")

const ItemFailure = z
  .object({
    code: z.enum(ITEM_ERROR_CODES),
    message: z.string(),
    details: z.array(z.object({ param: z.string(), code: z.string(), message: z.string() })),
  })
  .nullable()

const resultFields = {
  external_id: z.string().nullable().describe("Null if the item has none that can be read."),
  outcome,
  error: ItemFailure,
}

export const OrderResult = z
  .object({
    ...resultFields,
    order: z
      .object({
        id: z.string(),
        number: z.string(),
        seller_orders: z.array(z.object({ id: z.string(), number: z.string(), store: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: "InternalOrderResult" })

export const PaymentResult = z
  .object({
    ...resultFields,
    order: z.object({ id: z.string(), number: z.string(), payment_status: z.enum(PAYMENT_STATUSES) }).nullable(),
  })
  .meta({ id: "InternalPaymentResult" })

export const DeliveryResult = z
  .object({
    ...resultFields,
    seller_order: z.object({ id: z.string(), number: z.string(), status: z.enum(ORDER_STATUSES) }).nullable(),
  })
  .meta({ id: "InternalDeliveryResult" })

/** The body of a batch. */
export function batchOf<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) {
  return z.array(checkedSchema(schema)).min(1).max(BATCH_MAX).describe(`1 to ${BATCH_MAX} ${name}.`)
}
