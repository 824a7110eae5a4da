import { z } from "zod"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { timestamp } from "@/trpc/wire"

// SellerOrder, and the parts that it shares with Order, each with an example.

export const paise = z.int().min(0).describe("Paise of INR.")

/** The members about state that both share. */
export const orderState = {
  livemode: z.boolean().describe("False for sandbox orders, which only test credentials can see."),
  version: z
    .int()
    .min(1)
    .describe("Increases with each change. Of two copies, the one with the lower version is older."),
  refunded_total: paise.describe("The amount refunded so far, in paise."),
}

export const SHIPMENT = {
  courier_name: "Pavan Express",
  awb: "PX-4402917",
  tracking_url: "https://track.example/PX-4402917",
  shipped_at: "2026-05-03T08:12:00.000Z",
  delivered_at: null,
}

export const Shipment = z
  .object({
    courier_name: z.string(),
    awb: z.string(),
    tracking_url: z.url().nullable(),
    shipped_at: timestamp,
    delivered_at: timestamp.nullable(),
  })
  .meta({
    id: "Shipment",
    examples: [SHIPMENT],
  })

export const ORDER_ITEM = {
  id: 88,
  product: { id: 731, slug: "phool-makhana-classic-250-g" },
  variant_id: 1204,
  sku: "MH-000731-1",
  name: "Phool Makhana, Classic, 250 g",
  options: [],
  image: "https://haat.example/media/products/jar/7-2.svg",
  quantity: 2,
  unit_price: 29900,
  mrp: 34900,
  total: 59800,
}

export const OrderItem = z
  .object({
    id: z.int(),
    product: z.object({ id: z.int(), slug: z.string() }),
    variant_id: z.int().nullable(),
    sku: z.string(),
    name: z.string(),
    options: z.array(z.object({ name: z.string(), value: z.string() })),
    image: z.url(),
    quantity: z.int().min(1),
    unit_price: paise,
    mrp: paise,
    total: paise,
  })
  .meta({
    id: "OrderItem",
    description: "An item of an order, as it was when it was ordered.",
    examples: [ORDER_ITEM],
  })

export const DELIVERY_ADDRESS = {
  name: "Asha Jha",
  phone: "+919000000001",
  line1: "14 Lalbagh",
  line2: null,
  landmark: "Near the town hall",
  city: "Darbhanga",
  district: "Darbhanga",
  state: "Bihar",
  pincode: "846004",
  country: "IN",
  masked: false,
}

export const DeliveryAddress = z
  .object({
    name: z.string(),
    phone: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    landmark: z.string().nullable(),
    city: z.string(),
    district: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
    masked: z.boolean().describe("Always false. Until 2026-11-26, it was true when a test key read a live order."),
  })
  .meta({
    id: "DeliveryAddress",
    examples: [DELIVERY_ADDRESS],
  })

export const SELLER_ORDER = {
  id: "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a91",
  number: "HT-2605-000123-1",
  order_number: "HT-2605-000123",
  status: "shipped" as const,
  payment_status: "paid" as const,
  livemode: true,
  version: 3,
  currency: "INR" as const,
  items: [ORDER_ITEM],
  subtotal: 59800,
  shipping_total: 4900,
  tax_total: 2848,
  total: 64700,
  refunded_total: 0,
  placed_at: "2026-05-02T10:00:00.000Z",
  updated_at: SHIPMENT.shipped_at,
  ship_by: "2026-05-04T10:00:00.000Z",
  shipped_at: SHIPMENT.shipped_at,
  shipment: SHIPMENT,
  delivery_address: DELIVERY_ADDRESS,
}

export const SellerOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    order_number: z.string().describe("The number of the customer's order that includes this seller order."),
    status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    livemode: orderState.livemode,
    version: orderState.version,
    currency: z.literal("INR"),
    items: z.array(OrderItem),
    subtotal: paise,
    shipping_total: paise,
    tax_total: paise.describe("The GST included in the item prices, in paise."),
    total: paise,
    refunded_total: orderState.refunded_total,
    placed_at: timestamp,
    updated_at: timestamp.describe("When the seller order last changed."),
    ship_by: timestamp.describe("The latest time to ship the order."),
    shipped_at: timestamp.nullable(),
    shipment: Shipment.nullable(),
    delivery_address: DeliveryAddress.nullable().describe("Null once the order is delivered or cancelled."),
  })
  .meta({
    id: "SellerOrder",
    description: "The part of an order that one store fulfils.",
    examples: [SELLER_ORDER],
  })

export type SellerOrder = z.output<typeof SellerOrder>
