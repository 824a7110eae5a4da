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
    "An order as it was, without its delivery address. Its version grows with each change, so that an older one that comes later can be dropped.",
  examples: [withoutAddress(OrderDetail)],
})

const SellerOrderSnapshot = SellerOrder.omit({ delivery_address: true }).meta({
  id: "SellerOrderSnapshot",
  description:
    "A store's part of an order as it was, without its delivery address. Its version grows with each change, so that an older one that comes later can be dropped.",
  examples: [withoutAddress(SellerOrder)],
})

const AppConsent = z
  .object({ scopes: z.array(z.string()).describe("What the consent allows, or allowed until it ended.") })
  .meta({ id: "AppConsent", examples: [{ scopes: ["orders.read", "profile.read"] }] })

const Ping = z
  .object({ webhook_endpoint: z.string().describe("The id of the endpoint that was asked for.") })
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
      id: z.string().describe("The same at every attempt, as in webhook-id: what to tell duplicates by."),
      type: z.literal(type),
      timestamp: timestamp.describe("When it happened."),
      api_version: z.string().describe("The version of the API that data is shaped by."),
      livemode: z.boolean().describe("False for what happened in the sandbox."),
      account: z
        .object({ id: z.string() })
        .optional()
        .describe("At an endpoint of an app: whose event it is, as the app knows the account."),
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
    description: "To the account that placed it, once.",
    schema: payload("OrderCreatedEvent", "order.created", OrderSnapshot),
  },
  "order.shipped": {
    summary: "A part of an order was shipped",
    description: "To the account that placed it, for each part. The order's status is that of its least advanced part.",
    schema: payload(
      "OrderShippedEvent",
      "order.shipped",
      OrderSnapshot,
      orderWith({ status: "shipped", shipment: SHIPMENT }),
    ),
  },
  "order.delivered": {
    summary: "A part of an order was delivered",
    description: "To the account that placed it, for each part. The order's status is that of its least advanced part.",
    schema: payload(
      "OrderDeliveredEvent",
      "order.delivered",
      OrderSnapshot,
      orderWith({ status: "delivered", shipment: { ...SHIPMENT, delivered_at: "2026-05-03T08:12:00.000Z" } }),
    ),
  },
  "order.cancelled": {
    summary: "An order was cancelled, in part or whole",
    description:
      "To the account that placed it, when parts are cancelled, by the store or by Haat. What was paid for them is refunded: an order.refunded follows.",
    schema: payload(
      "OrderCancelledEvent",
      "order.cancelled",
      OrderSnapshot,
      orderWith({ status: "cancelled", shipment: null }),
    ),
  },
  "order.refunded": {
    summary: "An order was refunded, in part or whole",
    description: "To the account that placed it, at each refund; refunded_total is what has been refunded so far.",
    schema: payload("OrderRefundedEvent", "order.refunded", OrderSnapshot, {
      ...orderWith({ refunded_total: REFUND }),
      payment_status: "partially_refunded",
      refunded_total: REFUND,
    }),
  },
  "seller.order.created": {
    summary: "The store has a new order",
    description:
      "To the people of the store, once, when an order with an item of theirs is placed. A seller.order.updated follows, as for each change.",
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
      "To the people of the store, when the order is placed and when its status, payment or shipment changes.",
    schema: payload("SellerOrderUpdatedEvent", "seller.order.updated", SellerOrderSnapshot),
  },
  "seller.stock.low": {
    summary: "A product of the store is low on stock",
    description:
      "To the people of the store, when an order or change lets a variant's stock fall to 5 or less. It is sent again after the stock was above 5.",
    schema: payload("SellerStockLowEvent", "seller.stock.low", LowStock),
  },
  "key.expiring": {
    summary: "An API key expires soon",
    description:
      "To the account of the key, in the key's mode, 7 days before it expires and 1 day before. A key that was created later than that is not announced then.",
    schema: payload("KeyExpiringEvent", "key.expiring", ExpiringKey),
  },
  "limit.approaching": {
    summary: "A key or token uses most of its rate limit",
    description:
      "To the account of a key, in the key's mode. It has used 80 % of its limit in three windows of five minutes. It is sent again only after an hour without such a window. For the tokens of an app, to the app's own endpoints. `account` says whose, and is left out for those of the app itself.",
    schema: payload("LimitApproachingEvent", "limit.approaching", ApproachingLimit),
  },
  "webhook_endpoint.disabled": {
    summary: "An endpoint was disabled",
    description:
      "To the other endpoints of its account in its mode. The endpoint has failed 20 times in a row or has responded with 410. Its owner's own changes send nothing.",
    schema: payload("WebhookEndpointDisabledEvent", "webhook_endpoint.disabled", DisabledEndpoint),
  },
  "app.authorized": {
    summary: "An account allows the app something",
    description:
      "To the app's own endpoints, when an account consents, and when it allows more or less than before. `account` says who.",
    schema: payload("AppAuthorizedEvent", "app.authorized", AppConsent),
  },
  "app.deauthorized": {
    summary: "An account has ended its consent",
    description:
      "To the app's own endpoints, however the consent ended. No event of the account is sent to the app from then on.",
    schema: payload("AppDeauthorizedEvent", "app.deauthorized", AppConsent),
  },
  ping: {
    summary: "Somebody tests the endpoint",
    description: "To one endpoint, when a test is asked for in the portal or by the API. It is not tried again.",
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
