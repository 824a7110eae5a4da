import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { timestamp } from "@/trpc/wire"

export const EVENT_TYPES = [...WEBHOOK_EVENTS, "ping"] as const

/** An event in the events list, with the members of its webhook body in another order. */
export const WebhookEvent = z
  .object({
    id: z.string().describe("The same in every delivery of the event: what to tell duplicates by."),
    type: z.enum(EVENT_TYPES),
    timestamp: timestamp.describe("When it happened."),
    api_version: z.string(),
    livemode: z.boolean(),
    account: z
      .object({ id: z.string() })
      .optional()
      .describe("In the events of an app: whose it is, as the app knows the account."),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        "The resource as it was then, without its delivery address; its shape follows from the type, as under webhooks.",
      ),
  })
  .meta({
    id: "WebhookEvent",
    description: "Something that happened to the account's orders, or to its store's.",
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

const moment = timestamp.transform((at) => new Date(at))

export const EventFilter = z.object({
  type: z.enum(EVENT_TYPES).describe("Only events of this type.").optional(),
  since: moment
    .describe("Only events from this moment on; to miss none, a minute before the newest that you have.")
    .optional(),
  until: moment.describe("Only events before this moment.").optional(),
})

export type EventFilter = z.output<typeof EventFilter>

export const StreamFilter = z.object({
  type: z.enum(EVENT_TYPES).describe("Only events of this type.").optional(),
  since: moment.describe("Begin with the events from this moment on, up to 30 days back.").optional(),
})
