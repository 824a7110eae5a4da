import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { dateInput, timestamp } from "@/trpc/wire"

export const EVENT_TYPES = [...WEBHOOK_EVENTS, "ping"] as const

/** An event in the events list, with the members of its webhook body in another order. */
export const WebhookEvent = z
  .object({
    id: z.string().describe("The event's ID, the same in every delivery. Use it to detect duplicates."),
    type: z.enum(EVENT_TYPES),
    timestamp: timestamp.describe("When the event happened."),
    api_version: z.string(),
    livemode: z.boolean(),
    account: z
      .object({ id: z.string() })
      .optional()
      .describe("Only in an app's events: the account of the event, with the ID that the app knows."),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        "The resource at the time of the event, without its delivery address. Its schema depends on the type, as listed under webhooks.",
      ),
  })
  .meta({
    id: "WebhookEvent",
    description: "An event of the account or its store.",
    examples: [
      {
        id: "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92",
        type: "seller.order.updated",
        timestamp: "2026-05-03T08:12:00.000Z",
        api_version: API_VERSION,
        livemode: true,
        data: { id: "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a91", number: "HT-2605-000123-1", status: "shipped" },
      },
    ],
  })

export type WebhookEvent = z.output<typeof WebhookEvent>

export const EventFilter = z.object({
  type: z.enum(EVENT_TYPES).describe("Only events of this type.").optional(),
  since: dateInput
    .describe("Only events at this time or later. To miss none, use one minute before your newest event.")
    .optional(),
  until: dateInput.describe("Only events before this time.").optional(),
})

export type EventFilter = z.output<typeof EventFilter>

export const StreamFilter = z.object({
  type: z.enum(EVENT_TYPES).describe("Only events of this type.").optional(),
  since: dateInput.describe("Start with the events at this time or later, up to 30 days back.").optional(),
})
