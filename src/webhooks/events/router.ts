import { z } from "zod"
import { toEvent } from "@/webhooks/events/event-row"
import { getEvent } from "@/webhooks/events/get-event"
import { listEvents } from "@/webhooks/events/list-events"
import { EventFilter, WebhookEvent } from "@/webhooks/events/schema"
import { requireScope, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

const TAG = "Webhooks"

export const webhookEvents = router({
  list: requireScope("webhooks.manage")
    .meta({
      openapi: {
        method: "GET",
        path: "/events",
        operationId: "listEvents",
        tags: [TAG],
        summary: "List events",
        description:
          "What happened in the credential's mode, delivered or not, for catching up after an outage: the account's events and, for a store's people, the store's. Kept for 30 days. An event is dated a moment before it can be read: begin a minute before the newest that you have, and skip the ids that you know.",
      },
    })
    .input(EventFilter.extend(pageParameters()))
    .output(listSchema(WebhookEvent))
    .query(async ({ ctx, input }) => toPage(input, await listEvents(ctx.caller, input), toEvent)),

  get: requireScope("webhooks.manage")
    .meta({
      openapi: {
        method: "GET",
        path: "/events/{id}",
        operationId: "getEvent",
        tags: [TAG],
        summary: "Retrieve an event",
        description: "An event of the account or its store, as it was sent to endpoints. Kept for 30 days.",
      },
    })
    .input(z.object({ id: z.string().describe("The event's id.") }))
    .output(dataSchema(WebhookEvent))
    .query(async ({ ctx, input }) => ({ data: toEvent(await getEvent(ctx.caller, input.id)) })),
})
