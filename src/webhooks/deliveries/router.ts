import { z } from "zod"
import { publicId, parsePublicId } from "@/domain/public-id"
import { countFailedSince } from "@/webhooks/deliveries/count-failed"
import { deliveriesOfEvents } from "@/webhooks/deliveries/deliveries-of-events"
import { toDelivery } from "@/webhooks/deliveries/delivery-row"
import { getDelivery } from "@/webhooks/deliveries/get-delivery"
import { exportDeliveries, listDeliveries } from "@/webhooks/deliveries/list-deliveries"
import { redeliverAllFailed } from "@/webhooks/deliveries/redeliver-failed"
import { redeliverOne } from "@/webhooks/deliveries/redeliver-one"
import {
  Delivery,
  DeliveryDetail,
  EventDelivery,
  ExportDeliveries,
  FailedSince,
  ListDeliveries,
} from "@/webhooks/deliveries/schema"
import { portalProcedure, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema } from "@/trpc/wire"

const delivery = z.object({ endpoint: z.string(), id: z.string() })
const count = z.object({ count: z.int() })

export const webhookDeliveries = router({
  list: portalProcedure
    .input(ListDeliveries)
    .output(listSchema(Delivery))
    .query(async ({ ctx, input }) => toPage(input, await listDeliveries(ctx.caller, input), toDelivery)),
  ofEvents: portalProcedure
    .input(z.object({ events: z.array(z.string()).max(100) }))
    .output(z.object({ data: z.array(EventDelivery) }))
    .query(async ({ ctx, input }) => ({
      data: (await deliveriesOfEvents(ctx.caller, input.events)).map(({ endpoint_id, url, ...row }) => ({
        ...toDelivery(row),
        endpoint: { id: publicId("webhook_endpoint", endpoint_id), url },
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
  get: portalProcedure
    .input(delivery)
    .output(dataSchema(DeliveryDetail))
    .query(async ({ ctx, input }) => ({ data: await getDelivery(ctx.caller, input.endpoint, input.id) })),
  redeliver: portalProcedure.input(delivery).mutation(({ ctx, input }) => redeliverOne(ctx, input.endpoint, input.id)),
  countFailed: portalProcedure
    .input(FailedSince)
    .output(count)
    .query(async ({ ctx, input }) => ({ count: await countFailedSince(ctx.caller, input.endpoint, input.since) })),
  redeliverFailed: portalProcedure
    .input(FailedSince)
    .output(count)
    .mutation(async ({ ctx, input }) => ({ count: await redeliverAllFailed(ctx, input.endpoint, input.since) })),
})
