import { z } from "zod"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { AWB, AWB_MAX, COURIER_NAME_MAX, TRACKING_URL, TRACKING_URL_MAX } from "@/domain/shipment"
import { DELIVERY_ADDRESS, DeliveryAddress, ORDER_ITEM, OrderItem, paise, SHIPMENT, Shipment } from "@/trpc/order-schemas"
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
  .meta({
    id: "SellerOrder",
    description: "The part of an order that one store fulfils.",
    example: {
      id: "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a91",
      number: "HT-2605-000123-1",
      order_number: "HT-2605-000123",
      status: "shipped",
      payment_status: "paid",
      currency: "INR",
      items: [ORDER_ITEM],
      subtotal: 59800,
      shipping_total: 4900,
      tax_total: 2848,
      total: 64700,
      placed_at: "2026-05-02T10:00:00.000Z",
      ship_by: "2026-05-04T10:00:00.000Z",
      shipped_at: SHIPMENT.shipped_at,
      shipment: SHIPMENT,
      delivery_address: DELIVERY_ADDRESS,
    },
  })

export type SellerOrder = z.output<typeof SellerOrder>

const httpUrl = z.url({ protocol: /^https?$/, abort: true }).max(TRACKING_URL_MAX).regex(TRACKING_URL).meta({ format: "uri" })

export const ShipInput = z
  .object({
  id: z.string().describe("The id or the number of the seller order."),
  courier_name: text(COURIER_NAME_MAX)
    .min(1)
    .transform((name) => name.trim())
    .pipe(z.string().min(1))
    .describe("Who carries it."),
  awb: z.string().min(1).max(AWB_MAX).regex(AWB).describe("The air waybill number."),
  tracking_url: httpUrl.optional().describe("Where the customer can follow it; http or https."),
})
  .meta({ example: { courier_name: SHIPMENT.courier_name, awb: SHIPMENT.awb, tracking_url: SHIPMENT.tracking_url } })

export type ShipInput = z.output<typeof ShipInput>
