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
          "Lists the events of the last 30 days in the credential's mode, delivered or not. Use it to catch up after an outage. Members of a store also see the store's events. An app's own token lists the events of the accounts whose consent still covers them. An event becomes readable a moment after its timestamp. Start one minute before your newest event and skip the IDs that you already have.",
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
        description:
          "Returns an event of the account or its store, as it was sent to endpoints. Events are kept for 30 days.",
      },
    })
    .input(z.object({ id: z.string().describe("The event's ID.") }))
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
          "Streams the events of List events as server-sent events, each once, as they happen. `id` is the event's ID and `data` is the body of a delivery. To resume, reconnect with the last `id` in `Last-Event-ID`. The stream resumes without gaps or duplicates, up to 30 days back. Without that header, it starts at `since`, or now. An app's own token streams the events of each account until its consent ends. The server sends a comment at least every 15 seconds. The stream ends when the credential is revoked or expires. A credential can have 5 open streams; further ones return 429.",
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
