import { z } from "zod"
import { toEvent } from "@/features/webhook-events/event-row"
import { getEvent } from "@/features/webhook-events/get-event"
import { listEvents } from "@/features/webhook-events/list-events"
import { EventFilter, ShownEvents, WebhookEvent } from "@/features/webhook-events/schema"
import { portal, requires, router } from "@/trpc/procedures"
import { list, listed, one, paging } from "@/trpc/wire"

const TAG = "Webhooks"

export const webhookEvents = router({
  list: requires("webhooks.manage")
    .meta({
      rest: {
        method: "GET",
        path: "/events",
        operationId: "listEvents",
        tag: TAG,
        summary: "Events, newest first",
        description:
          "What happened in the credential's mode, delivered or not, for catching up after an outage: the account's events and, for a store's people, the store's. Kept for 30 days. An event is dated a moment before it can be read: begin a minute before the newest that you have, and skip the ids that you know.",
      },
    })
    .input(EventFilter.extend(paging()))
    .output(list(WebhookEvent))
    .query(async ({ ctx, input }) => listed(ctx, input, await listEvents(ctx.caller, input), toEvent)),

  get: requires("webhooks.manage")
    .meta({ rest: { method: "GET", path: "/events/{id}", operationId: "getEvent", tag: TAG, summary: "One event" } })
    .input(z.object({ id: z.string().describe("The event's id.") }))
    .output(one(WebhookEvent))
    .query(async ({ ctx, input }) => ({ data: toEvent(await getEvent(ctx.caller, input.id)) })),
})

export const portalWebhookEvents = router({
  list: portal
    .input(ShownEvents.extend(paging()))
    .output(list(WebhookEvent))
    .query(async ({ ctx, input }) => listed(ctx, input, await listEvents(ctx.caller, input), toEvent)),
})
