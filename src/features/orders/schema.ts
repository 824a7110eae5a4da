import { z } from "zod"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { DELIVERY_ADDRESS, DeliveryAddress, ORDER_ITEM, OrderItem, paise, Shipment, orderState } from "@/orders/schema"
import { timestamp } from "@/trpc/wire"

const orderFields = {
  id: z.string(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  livemode: orderState.livemode,
  version: orderState.version,
  currency: z.literal("INR"),
  subtotal: paise,
  shipping_total: paise,
  discount_total: paise,
  tax_total: paise.describe("The GST included in the item prices, in paise."),
  total: paise,
  refunded_total: orderState.refunded_total,
  item_count: z.int().min(1),
  placed_at: timestamp,
  updated_at: timestamp,
}

const orderExample = {
  id: "ord_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90",
  number: "HT-2605-000123",
  status: "confirmed",
  payment_status: "paid",
  livemode: true,
  version: 2,
  currency: "INR",
  subtotal: 59800,
  shipping_total: 4900,
  discount_total: 0,
  tax_total: 2848,
  total: 64700,
  refunded_total: 0,
  item_count: 2,
  placed_at: "2026-05-02T10:00:00.000Z",
  updated_at: "2026-05-02T10:05:00.000Z",
} as const

export const Order = z
  .object(orderFields)
  .meta({ id: "Order", description: "An order that the account placed.", examples: [orderExample] })

/** An order in the portal's list, with what was bought. */
export const ListedOrder = z.object({
  ...orderFields,
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
})

export const OrderDetail = z
  .object({
    ...orderFields,
    items: z.array(OrderItem),
    parts: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        seller: z.object({ store: z.string(), name: z.string() }),
        status: z.enum(ORDER_STATUSES),
        item_ids: z.array(z.int()),
        refunded_total: paise.describe("The amount refunded for this part so far, in paise."),
        shipment: Shipment.nullable(),
      }),
    ),
    delivery_address: DeliveryAddress,
  })
  .meta({
    id: "OrderDetail",
    description: "An order with its items, its parts by seller, their shipments and the delivery address.",
    examples: [
      {
        ...orderExample,
        items: [ORDER_ITEM],
        parts: [
          {
            id: "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a91",
            number: "HT-2605-000123-1",
            seller: { store: "mithila-haat", name: "Mithila Haat" },
            status: "confirmed",
            item_ids: [ORDER_ITEM.id],
            refunded_total: 0,
            shipment: null,
          },
        ],
        delivery_address: DELIVERY_ADDRESS,
      },
    ],
  })
