import { z } from "zod"
import { publicId, parsePublicId } from "@/domain/public-id"
import { deliveryStatistics, countDeliveries } from "@/webhooks/deliveries/delivery-statistics"
import { deliveriesOfEvents } from "@/webhooks/deliveries/deliveries-of-events"
import { toDelivery } from "@/webhooks/deliveries/delivery-row"
import { getDelivery } from "@/webhooks/deliveries/get-delivery"
import { exportDeliveries, listDeliveries, listEndpointDeliveries } from "@/webhooks/deliveries/list-deliveries"
import { redeliverOne } from "@/webhooks/deliveries/redeliver-one"
import { countReplayed, replayDeliveries } from "@/webhooks/deliveries/replay-deliveries"
import {
  DeliveryStatistics,
  Delivery,
  DeliveryDetail,
  EndpointDeliveryCounts,
  EventDelivery,
  ExportDeliveries,
  ListedDelivery,
  ListEndpointDeliveries,
  ListDeliveries,
  ReplayDeliveries,
  ReplayResult,
} from "@/webhooks/deliveries/schema"
import { idempotent, portalProcedure, requireScope, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema } from "@/trpc/wire"

const TAG = "Webhooks"
const delivery = z.object({ id: z.string().describe("The delivery's ID.") })

export const webhookDeliveries = router({
  list: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "GET",
        path: "/webhook-deliveries",
        operationId: "listWebhookDeliveries",
        tags: [TAG],
        summary: "List webhook deliveries",
        description:
          "Lists the last 30 days of deliveries to the endpoints of the credential's mode. Deliveries to deleted endpoints are included.",
        problems: ["not_found"],
      },
    })
    .input(ListDeliveries)
    .output(listSchema(Delivery))
    .query(async ({ ctx, input }) => toPage(input, await listDeliveries(ctx.caller, input), toDelivery)),

  get: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "GET",
        path: "/webhook-deliveries/{id}",
        operationId: "getWebhookDelivery",
        tags: [TAG],
        summary: "Retrieve a webhook delivery",
        description:
          "Returns a delivery with the request and response of each attempt, newest first. Deliveries are kept for 30 days.",
      },
    })
    .input(delivery)
    .output(dataSchema(DeliveryDetail))
    .query(async ({ ctx, input }) => ({ data: await getDelivery(ctx.caller, input.id) })),

  redeliver: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "POST",
        path: "/webhook-deliveries/{id}/redeliver",
        operationId: "redeliverWebhookDelivery",
        tags: [TAG],
        summary: "Send a delivery again",
        description:
          "Makes one more attempt with the same event ID, whether or not the last one succeeded. The attempt does not change the endpoint's failure count. It waits while the endpoint is paused or disabled. If it fails, a retry that was already scheduled still takes place.",
        problems: ["invalid_state"],
        idempotent: true,
      },
    })
    .input(delivery)
    .output(dataSchema(Delivery))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({ data: await redeliverOne(ctx, input.id, ctx.idempotency) })),

  replay: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "POST",
        path: "/webhook-endpoints/{id}/replay",
        operationId: "replayWebhookDeliveries",
        tags: [TAG],
        summary: "Send many deliveries again",
        description:
          "Redelivers the endpoint's deliveries whose last attempt was in the given range and had the given result. The range can begin up to 30 days ago. Each delivery gets one more attempt; test events are excluded. With `dry_run`, the deliveries are only counted. With an Idempotency-Key, a repeated request sends only what an interrupted one did not.",
        problems: ["invalid_state"],
        idempotent: true,
      },
    })
    .input(ReplayDeliveries)
    .output(dataSchema(ReplayResult))
    .use(idempotent)
    .mutation(async ({ ctx, input: { dry_run, ...range } }) => ({
      data: {
        count: await (dry_run ? countReplayed(ctx.caller, range) : replayDeliveries(ctx, range, ctx.idempotency)),
        dry_run,
      },
    })),
})

/** What the portal alone shows of deliveries. */
export const portalWebhookDeliveries = router({
  list: portalProcedure
    .input(ListEndpointDeliveries)
    .output(listSchema(ListedDelivery).extend({ may_redeliver: z.boolean() }))
    .query(async ({ ctx, input }) => {
      const { mayRedeliver, ...page } = await listEndpointDeliveries(ctx.caller, input)
      return {
        ...toPage(input, page, ({ subject, ...row }) => ({ ...toDelivery(row), subject })),
        may_redeliver: mayRedeliver,
      }
    }),
  ofEvents: portalProcedure
    .input(z.object({ events: z.array(z.string()).max(100) }))
    .output(z.object({ data: z.array(EventDelivery) }))
    .query(async ({ ctx, input }) => ({
      data: (await deliveriesOfEvents(ctx.caller, input.events)).map(({ url, ...row }) => ({
        ...toDelivery(row),
        endpoint: { id: publicId("webhook_endpoint", row.endpointId), url },
      })),
    })),
  export: portalProcedure
    .input(ExportDeliveries)
    .output(z.object({ data: z.array(Delivery) }))
    .query(async ({ ctx, input: { after, ...filter } }) => {
      const uuid = after && parsePublicId("webhook_delivery", after.id)
      return {
        data: (
          await exportDeliveries(ctx.caller, { ...filter, ...(after && uuid && { after: { ...after, id: uuid } }) })
        ).map(toDelivery),
      }
    }),
  /** How the deliveries of an endpoint went in the last seven days. */
  statistics: portalProcedure
    .input(z.object({ endpoint: z.string() }))
    .output(dataSchema(DeliveryStatistics))
    .query(async ({ ctx, input }) => ({ data: await deliveryStatistics(ctx.caller, input.endpoint, new Date()) })),
  /** How many deliveries of each endpoint succeeded and failed in the last seven days, if it had any. */
  counts: portalProcedure
    .output(z.object({ data: z.array(EndpointDeliveryCounts) }))
    .query(async ({ ctx }) => ({ data: await countDeliveries(ctx.caller, new Date()) })),
  /** How many deliveries a replay would send, while its range is chosen. */
  countReplay: portalProcedure
    .input(ReplayDeliveries.omit({ dry_run: true }))
    .output(z.object({ count: z.int() }))
    .query(async ({ ctx, input }) => ({ count: await countReplayed(ctx.caller, input) })),
})
