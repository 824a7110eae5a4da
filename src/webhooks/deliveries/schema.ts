import { z } from "zod"
import { DELIVERED_TYPES, DELIVERY_STATUSES } from "@/domain/webhook-delivery"
import { dateInput, pageParameters, timestamp } from "@/trpc/wire"

/** How the last attempt of the deliveries of a replay ended. */
const REPLAY_STATUSES = ["failed", "delivered", "all"] as const
export type ReplayStatus = (typeof REPLAY_STATUSES)[number]

const EXAMPLE_DELIVERY = {
  id: "del_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a94",
  endpoint_id: "we_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a93",
  event_id: "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92",
  event_type: "seller.order.updated",
  status: "pending",
  attempts: 1,
  last_status_code: 503,
  last_attempt_at: "2026-05-03T08:12:00.412Z",
  next_attempt_at: "2026-05-03T08:12:05.931Z",
  created_at: "2026-05-03T08:12:00.000Z",
} as const

const deliveryFields = {
  id: z.string(),
  endpoint_id: z.string().describe("The ID of the endpoint."),
  event_id: z.string().describe("The ID of the event, as in `webhook-id`."),
  event_type: z.enum(DELIVERED_TYPES),
  status: z
    .enum(DELIVERY_STATUSES)
    .describe(
      "pending: another attempt follows; delivered: an attempt got a 2xx response; failed: none did, and no other follows.",
    ),
  attempts: z.int().min(0).describe("The number of attempts so far."),
  last_status_code: z
    .int()
    .nullable()
    .describe("The HTTP status of the last attempt; null before the first attempt, or if no response arrived."),
  last_attempt_at: timestamp.nullable(),
  next_attempt_at: timestamp.nullable().describe("When the next attempt is due; null if none follows."),
  created_at: timestamp,
}

export const Delivery = z.object(deliveryFields).meta({
  id: "WebhookDelivery",
  description: "The delivery of an event to one endpoint.",
  examples: [EXAMPLE_DELIVERY],
})

export type Delivery = z.output<typeof Delivery>

/** A delivery in the portal's list. */
export const ListedDelivery = z.object({
  ...deliveryFields,
  /** What its event is about, such as an order's number; null if the event may not be read. */
  subject: z.string().nullable(),
})

export type ListedDelivery = z.output<typeof ListedDelivery>

export const EventDelivery = z.object({
  ...deliveryFields,
  endpoint: z.object({ id: z.string(), url: z.string() }),
})

export type EventDelivery = z.output<typeof EventDelivery>

const headers = z.record(z.string(), z.string())

const EXAMPLE_ATTEMPT = {
  number: 1,
  trigger: "schedule",
  url: "https://example.com/webhooks/haat",
  request_headers: { "content-type": "application/json", "webhook-id": EXAMPLE_DELIVERY.event_id },
  status_code: 503,
  error: null,
  response_headers: { "content-type": "text/plain" },
  response_body: "closed for maintenance",
  duration_ms: 84,
  created_at: "2026-05-03T08:12:00.412Z",
} as const

export const Attempt = z
  .object({
    number: z.int(),
    trigger: z
      .enum(["schedule", "redelivery", "test"])
      .describe("schedule: the first attempt or a retry; redelivery: you asked for it; test: a test of the endpoint."),
    url: z.string().describe("The endpoint's URL at that time."),
    request_headers: headers,
    status_code: z.int().nullable().describe("The HTTP status; null if no response arrived."),
    error: z.string().nullable().describe("Why no complete response arrived, such as `timeout`."),
    response_headers: headers.nullable(),
    response_body: z.string().nullable().describe("The first 64 KiB of the response body; null if it is not text."),
    duration_ms: z.int(),
    created_at: timestamp,
  })
  .meta({
    id: "WebhookAttempt",
    description: "A request to an endpoint, with its response.",
    examples: [EXAMPLE_ATTEMPT],
  })

export type Attempt = z.output<typeof Attempt>

export const DeliveryDetail = z
  .object({
    ...deliveryFields,
    body: z
      .string()
      .nullable()
      .describe("The body of each attempt. Null if the event has expired, or you no longer handle its store's orders."),
    history: z.array(Attempt).describe("The attempts, newest first."),
  })
  .meta({
    id: "WebhookDeliveryDetail",
    description: "A delivery with its body and its attempts.",
    examples: [
      {
        ...EXAMPLE_DELIVERY,
        body: '{"id":"evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92","type":"seller.order.updated"}',
        history: [EXAMPLE_ATTEMPT],
      },
    ],
  })

export type DeliveryDetail = z.output<typeof DeliveryDetail>

export const DeliveryFilter = z.object({
  endpoint: z.string().optional().describe("Only deliveries to this endpoint, even if it is deleted."),
  status: z.enum(DELIVERY_STATUSES).optional().describe("Only deliveries with this status."),
  type: z.enum(DELIVERED_TYPES).optional().describe("Only deliveries of events of this type."),
  since: dateInput.optional().describe("Only deliveries created at this time or later."),
  until: dateInput.optional().describe("Only deliveries created before this time."),
})

export type DeliveryFilter = z.output<typeof DeliveryFilter>

export const ListDeliveries = DeliveryFilter.extend(pageParameters())

export const ListEndpointDeliveries = ListDeliveries.extend({ endpoint: z.string() })

/** The last delivery of the previous page. */
const Cursor = z.object({ id: z.string(), created_at: dateInput })

export const ExportDeliveries = DeliveryFilter.extend({ endpoint: z.string(), after: Cursor.optional() })

export const ReplayDeliveries = z
  .object({
    id: z.string().describe("The endpoint's ID."),
    since: dateInput.describe("The earliest time of the last attempt."),
    until: dateInput.optional().describe("The latest time of the last attempt, exclusive; by default now."),
    status: z
      .enum(REPLAY_STATUSES)
      .default("failed")
      .describe("How the last attempt ended. With `failed`, deliveries that wait for a retry are sent immediately."),
    dry_run: z.boolean().default(false).describe("Whether to count the deliveries without sending them."),
  })
  .meta({
    examples: [
      { since: "2026-05-03T08:00:00.000Z", until: "2026-05-03T09:00:00.000Z", status: "failed", dry_run: true },
    ],
  })

export type ReplayDeliveries = z.output<typeof ReplayDeliveries>

export const ReplayResult = z
  .object({
    count: z.int().min(0).describe("The number of deliveries that are, or would be, sent again."),
    dry_run: z.boolean().describe("Whether the deliveries were only counted."),
  })
  .meta({
    id: "WebhookReplay",
    description: "The number of deliveries in a replay.",
    examples: [{ count: 214, dry_run: true }],
  })

export type ReplayResult = z.output<typeof ReplayResult>

const deliveryFigures = {
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Of these deliveries. */
  attempts: z.int(),
  /** Of attempts with a response; null without one. */
  median_ms: z.number().nullable(),
}

/** The deliveries of an endpoint in a period by status, for the portal. */
export const DeliveryStatistics = z.object({
  ...deliveryFigures,
  /** Whether there may have been more deliveries than are counted. */
  truncated: z.boolean(),
  steps: z.array(z.object({ from: timestamp, until: timestamp, ...deliveryFigures })),
})

export type DeliveryStatistics = z.output<typeof DeliveryStatistics>

/** How many deliveries of an endpoint in a period have ended, for the portal's list of endpoints. */
export const EndpointDeliveryCounts = z.object({ endpoint: z.string(), delivered: z.int(), failed: z.int() })

export type EndpointDeliveryCounts = z.output<typeof EndpointDeliveryCounts>
