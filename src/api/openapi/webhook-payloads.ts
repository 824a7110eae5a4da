import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { ExpiringKey } from "@/features/api-keys/schema"
import { ApproachingLimit } from "@/features/limits/schema"
import { OrderDetail } from "@/features/orders/schema"
import { LowStock } from "@/orders/offer"
import { SellerOrder, SHIPMENT } from "@/orders/schema"
import { timestamp } from "@/trpc/wire"
import { DisabledEndpoint } from "@/webhooks/endpoints/schema"

// Each event carries the resource as it was at that moment, without the delivery address.

function withoutAddress(schema: z.ZodType): Record<string, unknown> {
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
    "An order at the time of the event, without its delivery address. Its version increases with each change, so you can drop an older copy that arrives later.",
  examples: [withoutAddress(OrderDetail)],
})

const SellerOrderSnapshot = SellerOrder.omit({ delivery_address: true }).meta({
  id: "SellerOrderSnapshot",
  description:
    "A seller order at the time of the event, without its delivery address. Its version increases with each change, so you can drop an older copy that arrives later.",
  examples: [withoutAddress(SellerOrder)],
})

const AppConsent = z
  .object({ scopes: z.array(z.string()).describe("The scopes that the consent allows, or allowed until it ended.") })
  .meta({ id: "AppConsent", examples: [{ scopes: ["orders.read", "profile.read"] }] })

const Ping = z
  .object({ webhook_endpoint: z.string().describe("The ID of the tested endpoint.") })
  .meta({ id: "Ping", examples: [{ webhook_endpoint: "we_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a93" }] })

/** @param members what the example's data has instead of the members of its resource's example */
function payload<Type extends string, Data extends z.ZodType>(
  name: string,
  type: Type,
  data: Data,
  members: object = {},
) {
  return z
    .object({
      id: z
        .string()
        .describe("The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates."),
      type: z.literal(type),
      timestamp: timestamp.describe("When the event happened."),
      api_version: z.string().describe("The API version of `data`."),
      livemode: z.boolean().describe("False for events of the sandbox."),
      account: z
        .object({ id: z.string() })
        .optional()
        .describe("Only at an app's endpoint: the account of the event, with the ID that the app knows."),
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
          data: { ...(exampleOf(data) as object), ...members },
        },
      ],
    })
}

const EXAMPLE = OrderDetail.meta()?.examples?.[0] as z.output<typeof OrderDetail>

/** Paise, a part of the example's total. */
const REFUND = 29900

/** The members of the example of an order after its parts got these members. */
function orderWith(
  sellerOrder: Partial<Pick<z.output<typeof OrderDetail>["parts"][number], "status" | "shipment" | "refunded_total">>,
): object {
  return {
    status: sellerOrder.status ?? EXAMPLE.status,
    version: 4,
    updated_at: "2026-05-03T08:12:00.000Z",
    parts: EXAMPLE.parts.map((each) => ({ ...each, ...sellerOrder })),
  }
}

/** The body of each event type, with its example. */
export const WEBHOOK_PAYLOADS = {
  "order.created": {
    summary: "An order was placed",
    description: "Sent once to the account that placed the order.",
    schema: payload("OrderCreatedEvent", "order.created", OrderSnapshot),
  },
  "order.shipped": {
    summary: "A part of an order was shipped",
    description:
      "Sent to the account that placed the order, when a store ships a part of it. The order's status is that of its least advanced part.",
    schema: payload(
      "OrderShippedEvent",
      "order.shipped",
      OrderSnapshot,
      orderWith({ status: "shipped", shipment: SHIPMENT }),
    ),
  },
  "order.delivered": {
    summary: "A part of an order was delivered",
    description:
      "Sent to the account that placed the order, when a part of it is delivered. The order's status is that of its least advanced part.",
    schema: payload(
      "OrderDeliveredEvent",
      "order.delivered",
      OrderSnapshot,
      orderWith({ status: "delivered", shipment: { ...SHIPMENT, delivered_at: "2026-05-03T08:12:00.000Z" } }),
    ),
  },
  "order.cancelled": {
    summary: "An order was cancelled, partly or in full",
    description:
      "Sent to the account that placed the order, when the store or Haat cancels parts of it. If they were paid for, an `order.refunded` event follows.",
    schema: payload(
      "OrderCancelledEvent",
      "order.cancelled",
      OrderSnapshot,
      orderWith({ status: "cancelled", shipment: null }),
    ),
  },
  "order.refunded": {
    summary: "An order was refunded, partly or in full",
    description:
      "Sent to the account that placed the order, for each refund. `refunded_total` is the total amount refunded so far.",
    schema: payload("OrderRefundedEvent", "order.refunded", OrderSnapshot, {
      ...orderWith({ refunded_total: REFUND }),
      payment_status: "partially_refunded",
      refunded_total: REFUND,
    }),
  },
  "seller.order.created": {
    summary: "The store has a new order",
    description:
      "Sent once to the store's members, when an order with one of its items is placed. A `seller.order.updated` event follows, as for every change.",
    schema: payload("SellerOrderCreatedEvent", "seller.order.created", SellerOrderSnapshot, {
      status: "pending",
      version: 1,
      shipped_at: null,
      shipment: null,
    }),
  },
  "seller.order.updated": {
    summary: "A store's order is new or has changed",
    description:
      "Sent to the store's members when the order is placed, and when its status, payment or shipment changes.",
    schema: payload("SellerOrderUpdatedEvent", "seller.order.updated", SellerOrderSnapshot),
  },
  "seller.stock.low": {
    summary: "A product of the store is low on stock",
    description:
      "Sent to the store's members when a variant's stock falls to 5 or less. It is sent again only after the stock was above 5.",
    schema: payload("SellerStockLowEvent", "seller.stock.low", LowStock),
  },
  "key.expiring": {
    summary: "An API key expires soon",
    description:
      "Sent to the key's account in the key's mode, 7 days and again 1 day before it expires. A key created after one of these times gets no event for it.",
    schema: payload("KeyExpiringEvent", "key.expiring", ExpiringKey),
  },
  "limit.approaching": {
    summary: "A key or token is close to its rate limit",
    description:
      "Sent when a key or token has used 80 % of its limit in three windows of five minutes. It is sent again only after an hour without such a window. For a key, it is sent to the key's account in the key's mode. For an app's tokens, it is sent to the app's own endpoints. `account` identifies the token's account; it is absent for the app's own token.",
    schema: payload("LimitApproachingEvent", "limit.approaching", ApproachingLimit),
  },
  "webhook_endpoint.disabled": {
    summary: "An endpoint was disabled",
    description:
      "Sent to the account's other endpoints in the same mode. The endpoint failed 20 times in a row or responded with 410. Changes by the owner send no event.",
    schema: payload("WebhookEndpointDisabledEvent", "webhook_endpoint.disabled", DisabledEndpoint),
  },
  "app.authorized": {
    summary: "An account authorized the app",
    description:
      "Sent to the app's own endpoints when an account consents, and when it changes what it allows. `account` identifies the account.",
    schema: payload("AppAuthorizedEvent", "app.authorized", AppConsent),
  },
  "app.deauthorized": {
    summary: "An account ended its consent",
    description:
      "Sent to the app's own endpoints when a consent ends for any reason. From then on, the app receives no events of that account.",
    schema: payload("AppDeauthorizedEvent", "app.deauthorized", AppConsent),
  },
  ping: {
    summary: "The endpoint is being tested",
    description: "Sent to one endpoint when you test it in the portal or through the API. It is not retried.",
    schema: payload("PingEvent", "ping", Ping),
  },
} as const

/** Returns the data of a type's example, which is sent to an endpoint as a test. */
export function sampleOf(type: keyof typeof WEBHOOK_PAYLOADS): object {
  const [example] = WEBHOOK_PAYLOADS[type].schema.meta()?.examples ?? []
  if (
    typeof example !== "object" ||
    example === null ||
    !("data" in example) ||
    typeof example.data !== "object" ||
    example.data === null
  )
    throw new Error(`the event ${type} has no example`)
  return example.data
}
