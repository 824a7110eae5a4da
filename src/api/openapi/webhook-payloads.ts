import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { OrderDetail } from "@/features/orders/schema"
import { SellerOrder } from "@/orders/schema"
import { timestamp } from "@/trpc/wire"

// Each event carries the resource as it was at that moment, without the delivery address.

const withoutAddress = (schema: z.ZodType): Record<string, unknown> => {
  const { delivery_address: _address, ...example } = exampleOf(schema) as Record<string, unknown>
  return example
}

/** Returns the first example of a schema. */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = schema.meta()?.examples ?? []
  return example
}

const OrderSnapshot = OrderDetail.omit({ delivery_address: true }).meta({
  id: "OrderSnapshot",
  description:
    "An order as it was, without its delivery address. Its version grows with each change, so that an older one that comes later can be dropped.",
  examples: [withoutAddress(OrderDetail)],
})

const SellerOrderSnapshot = SellerOrder.omit({ delivery_address: true }).meta({
  id: "SellerOrderSnapshot",
  description:
    "A store's part of an order as it was, without its delivery address. Its version grows with each change, so that an older one that comes later can be dropped.",
  examples: [withoutAddress(SellerOrder)],
})

const Ping = z
  .object({ webhook_endpoint: z.string().describe("The id of the endpoint that was asked for.") })
  .meta({ id: "Ping", examples: [{ webhook_endpoint: "we_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a93" }] })

const payload = <Type extends string, Data extends z.ZodType>(name: string, type: Type, data: Data) =>
  z
    .object({
      id: z.string().describe("The same at every attempt, as in webhook-id: what to tell duplicates by."),
      type: z.literal(type),
      timestamp: timestamp.describe("When it happened."),
      api_version: z.string().describe("The version of the API that data is shaped by."),
      livemode: z.boolean().describe("False for what happened in the sandbox."),
      data,
    })
    .meta({
      id: name,
      examples: [
        {
          id: "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92",
          type,
          timestamp: "2026-05-03T08:12:00.000Z",
          api_version: API_VERSION,
          livemode: true,
          data: exampleOf(data),
        },
      ],
    })

/** The body of each event type, with its example. */
export const WEBHOOK_PAYLOADS = {
  "order.created": {
    summary: "An order was placed",
    description: "To the account that placed it, once.",
    schema: payload("OrderCreatedEvent", "order.created", OrderSnapshot),
  },
  "order.refunded": {
    summary: "An order was refunded, in part or whole",
    description: "To the account that placed it, at each refund; refunded_total is what has been given back so far.",
    schema: payload("OrderRefundedEvent", "order.refunded", OrderSnapshot),
  },
  "seller.order.updated": {
    summary: "A store's order is new or has changed",
    description:
      "To the people of the store, when the order is placed and at each change of its status, payment or shipment.",
    schema: payload("SellerOrderUpdatedEvent", "seller.order.updated", SellerOrderSnapshot),
  },
  ping: {
    summary: "Somebody tests the endpoint",
    description: "To one endpoint, when a test is asked for in the portal or by the API. It is not tried again.",
    schema: payload("PingEvent", "ping", Ping),
  },
} as const
