import { z } from "zod"
import { toEvent } from "@/webhooks/events/event-row"
import { getEvent } from "@/webhooks/events/get-event"
import { listEvents } from "@/webhooks/events/list-events"
import { EventFilter, StreamFilter, WebhookEvent } from "@/webhooks/events/schema"
import { openStream } from "@/webhooks/stream/open-stream"
import { requireScope, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

const TAG = "Webhooks"

export const webhookEvents = router({
  list: requireScope("webhooks.manage", { client: "app.events.read" })
    .meta({
      openapi: {
        method: "GET",
        path: "/events",
        operationId: "listEvents",
        tags: [TAG],
        summary: "List events",
        description:
          "What happened in the credential's mode, delivered or not, for catching up after an outage. A store's people read the store's events too. A token of an app itself reads the events of the accounts whose consent still covers them. Events are kept for 30 days. An event is dated a moment before it can be read. Begin a minute before the newest that you have, and skip the ids that you know.",
      },
    })
    .input(EventFilter.extend(pageParameters()))
    .output(listSchema(WebhookEvent))
    .query(async ({ ctx, input }) => toPage(input, await listEvents(ctx.caller, input), toEvent)),

  get: requireScope("webhooks.manage", { client: "app.events.read" })
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

  stream: requireScope("webhooks.manage", { client: "app.events.read" })
    .meta({
      openapi: {
        method: "GET",
        path: "/events/stream",
        operationId: "streamEvents",
        tags: [TAG],
        summary: "Stream events",
        description:
          "Server-sent events: what List events lists, each once, as it happens. `id` is the event's id and `data` the body of a delivery. After a lost connection, connect again with the last `id` in `Last-Event-ID`. No event is missing and none comes twice, up to 30 days back. Without it, the stream begins at `since`, or now. An app's own token streams the events of each account until its consent ends. The server sends a comment at least every 15 seconds. The stream ends when the credential is revoked or expires. A credential can have 5 streams open; further ones get 429.",
        stream: true,
      },
    })
    .input(StreamFilter)
    .output(z.object({ stream: z.unknown() }))
    .query(async ({ ctx, input: { since, type } }) => ({
      stream: await openStream({
        caller: ctx.caller,
        lastEventId: ctx.lastEventId,
        since,
        type,
        reauthenticate: ctx.reauthenticate,
      }),
    })),
})
