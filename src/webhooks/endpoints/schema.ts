import { z } from "zod"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { textSchema, timestamp } from "@/trpc/wire"

const ENDPOINT_STATUSES = ["enabled", "paused", "disabled"] as const

const eventType = z.enum(WEBHOOK_EVENTS)

const EXAMPLE_ENDPOINT = {
  id: "we_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a93",
  url: "https://example.com/webhooks/haat",
  description: "Warehouse",
  events: ["order.created", "seller.order.updated"],
  status: "enabled",
  disabled_reason: null,
  livemode: true,
  failures_in_a_row: 0,
  previous_secret_expires_at: null,
  created_at: "2026-05-02T10:00:00.000Z",
  updated_at: "2026-05-02T10:00:00.000Z",
  warnings: [],
} as const

const endpointFields = {
  id: z.string(),
  url: z.url(),
  description: z.string(),
  events: z.array(eventType),
  status: z
    .enum(ENDPOINT_STATUSES)
    .describe("While an endpoint is paused, or disabled because it was failing, events wait for up to 30 days."),
  disabled_reason: z
    .enum(["failing", "gone"])
    .nullable()
    .describe("failing: 20 failures in a row; gone: it responded with 410."),
  livemode: z.boolean().describe("The endpoint's mode. It receives the events of this mode only."),
  failures_in_a_row: z
    .int()
    .min(0)
    .describe(
      "Consecutive failures of scheduled attempts. Failures within four seconds count once. A success resets it to 0; at 20, the endpoint is disabled.",
    ),
  previous_secret_expires_at: timestamp
    .nullable()
    .describe("When the old secret stops signing; null if only the current one signs."),
  created_at: timestamp,
  updated_at: timestamp,
  warnings: z
    .array(z.object({ code: z.enum(["buyer_events_only", "no_store"]), message: z.string() }))
    .describe("Why the endpoint may receive no events. Empty if there is no problem."),
}

export const WebhookEndpoint = z.object(endpointFields).meta({
  id: "WebhookEndpoint",
  description: "A URL that events are sent to.",
  examples: [{ ...EXAMPLE_ENDPOINT, events: [...EXAMPLE_ENDPOINT.events], warnings: [] }],
})

export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The data of webhook_endpoint.disabled. */
export const DisabledEndpoint = z
  .object(endpointFields)
  .omit({ warnings: true })
  .meta({
    id: "DisabledEndpoint",
    description: "An endpoint that Haat has disabled.",
    examples: [
      {
        ...EXAMPLE_ENDPOINT,
        events: [...EXAMPLE_ENDPOINT.events],
        warnings: undefined,
        status: "disabled",
        disabled_reason: "failing",
        failures_in_a_row: 20,
        updated_at: "2026-05-03T08:12:00.000Z",
      },
    ],
  })

/** A deleted endpoint whose deliveries are still kept. */
export const DeletedEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  livemode: z.boolean(),
  deleted_at: timestamp,
})
export type DeletedEndpoint = z.output<typeof DeletedEndpoint>

export const WebhookEndpointSecret = z
  .object({
    ...endpointFields,
    secret: z
      .string()
      .describe("The secret that signs deliveries (Standard Webhooks). Only this response contains it."),
  })
  .meta({
    id: "WebhookEndpointSecret",
    description: "An endpoint with its signing secret, which is never shown again.",
    examples: [{ ...EXAMPLE_ENDPOINT, events: [...EXAMPLE_ENDPOINT.events], warnings: [], secret: "whsec_…" }],
  })

export type WebhookEndpointSecret = z.output<typeof WebhookEndpointSecret>

export const TestEndpoint = z
  .object({
    id: z.string().describe("The endpoint's ID."),
    type: z
      .enum([...WEBHOOK_EVENTS, "ping"])
      .default("ping")
      .describe("The type of the event, whether or not the endpoint subscribes to it."),
  })
  .meta({ examples: [{ type: "order.created" }] })

export const TestResult = z
  .object({
    delivery_id: z.string(),
    delivered: z.boolean().describe("Whether the endpoint responded with a 2xx status."),
    status_code: z
      .int()
      .nullable()
      .describe("The status of the response, even if only its beginning arrived; null if none arrived."),
    error: z
      .string()
      .nullable()
      .describe(
        "Why no complete response arrived, such as timeout, connection_refused, tls_failed, host_not_found or address_not_public.",
      ),
    response_headers: z.record(z.string(), z.string()).nullable(),
    response_body: z.string().nullable().describe("The first 64 KiB of the response body; null if it is not text."),
    duration_ms: z.int(),
  })
  .meta({
    id: "WebhookTest",
    description: "An endpoint's response to a test event.",
    examples: [
      {
        delivery_id: "del_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a94",
        delivered: false,
        status_code: 500,
        error: null,
        response_headers: { "content-type": "text/plain" },
        response_body: "signature does not match",
        duration_ms: 84,
      },
    ],
  })

export type TestResult = z.output<typeof TestResult>

const DESCRIPTION_MAX = 200
const URL_MAX = 2_000
/** The URL's pattern in the API description; validateEndpointUrl() decides. */
const URL_PATTERN = String.raw`^https://[^\x00-\x1F\x7F-\x9F]+$`

const url = textSchema(URL_MAX)
  .min(1)
  .transform((address) => address.trim())
  .describe("An https URL that can be reached from the internet.")
  .meta({ format: "uri", pattern: URL_PATTERN })
const description = textSchema(DESCRIPTION_MAX).transform((text) => text.trim())
const eventList = z
  .array(eventType)
  .min(1)
  .transform((requested) => WEBHOOK_EVENTS.filter((event) => requested.includes(event)))

export const CreateEndpoint = z.object({ url, description: description.default(""), events: eventList }).meta({
  examples: [{ url: EXAMPLE_ENDPOINT.url, description: EXAMPLE_ENDPOINT.description, events: EXAMPLE_ENDPOINT.events }],
})

export type CreateEndpoint = z.output<typeof CreateEndpoint>

/** Omitted members stay unchanged. */
export const UpdateEndpoint = z
  .object({
    id: z.string().describe("The endpoint's ID."),
    url: url.optional(),
    description: description.optional(),
    events: eventList.optional(),
    status: z
      .enum(["enabled", "paused"])

      .describe("`paused` stops sending; `enabled` sends again, even if the endpoint was disabled.")
      .optional(),
  })
  .meta({ examples: [{ status: "paused" }] })

export type UpdateEndpoint = z.output<typeof UpdateEndpoint>
