import { z } from "zod"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { DeliveryAddress, OrderItem, paise, Shipment } from "@/trpc/order-schemas"
import { text, timestamp } from "@/trpc/wire"

export const SellerOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    order_number: z.string().describe("The number of the customer's order that this is a part of."),
    status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    currency: z.literal("INR"),
    items: z.array(OrderItem),
    subtotal: paise,
    shipping_total: paise,
    tax_total: paise.describe("The GST that the items hold, in paise."),
    total: paise,
    placed_at: timestamp,
    ship_by: timestamp,
    shipped_at: timestamp.nullable(),
    shipment: Shipment.nullable(),
    delivery_address: DeliveryAddress.nullable().describe("Null once the order is delivered or cancelled."),
  })
  .meta({ id: "SellerOrder", description: "The part of an order that one store fulfils." })

export type SellerOrder = z.output<typeof SellerOrder>

// RFC 3986: a URI is ASCII. What browsers mend (other scripts, quotes, angle brackets) is not stored, so that each reader sees one address.
const URI = /^https?:\/\/(?![/?#])[!#-;=?-[\]_a-z~]+$/i

const httpUrl = z.url({ protocol: /^https?$/, abort: true }).max(500).regex(URI).meta({ format: "uri" })

export const ShipInput = z.object({
  id: z.string().describe("The id or the number of the seller order."),
  courier_name: text(100)
    .min(1)
    .transform((name) => name.trim())
    .pipe(z.string().min(1))
    .describe("Who carries it."),
  awb: z.string().min(1).max(64).regex(/^[A-Za-z0-9-]+$/).describe("The air waybill number."),
  tracking_url: httpUrl.optional().describe("Where the customer can follow it; http or https."),
})

export type ShipInput = z.output<typeof ShipInput>
