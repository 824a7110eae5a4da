import { z } from "zod"
import { createShipments } from "@/features/seller-orders/shipments/create-shipments"
import {
  CreateShipments,
  ShipmentResult,
  SHIPMENTS_MAX,
  ShipmentsMeta,
} from "@/features/seller-orders/shipments/schema"
import { SELLER_ORDER } from "@/orders/schema"
import { idempotent, requireSeller, router } from "@/trpc/procedures"

/** Shipments that count as one request. */
const SHIPMENTS_PER_REQUEST = 10

export const sellerShipments = router({
  create: requireSeller("seller.orders.write")
    .meta({
      openapi: {
        method: "POST",
        path: "/seller/shipments",
        operationId: "createShipments",
        tags: ["Seller fulfilment"],
        summary: "Ship many seller orders",
        description:
          `Ships up to ${SHIPMENTS_MAX} orders. An order that cannot be shipped does not affect the others; its result says why. ` +
          "Send an Idempotency-Key. A repeated request returns the stored results and ships the rest, even if the first was interrupted. " +
          `Every ${SHIPMENTS_PER_REQUEST} shipments count as one request. A live key ships live orders; a test key ships sandbox orders.`,
        example: {
          data: [
            { id: SELLER_ORDER.number, status: "shipped", version: 4 },
            {
              id: "HT-2605-000124-1",
              error: {
                code: "invalid_state",
                message: "This order is pending; only a confirmed or packed one can be shipped.",
              },
            },
          ],
          meta: { shipped: 1, failed: 1 },
        },
        idempotent: true,
      },
    })
    .input(CreateShipments)
    .output(z.object({ data: z.array(ShipmentResult), meta: ShipmentsMeta }))
    .use(idempotent)
    .mutation(async ({ ctx, input: { shipments } }) => {
      const requests = Math.ceil(shipments.length / SHIPMENTS_PER_REQUEST)
      if (requests > 1) await ctx.countFurther(requests - 1)
      const data = await createShipments(ctx, shipments, ctx.idempotency)
      const failed = data.filter(({ error }) => error).length
      return { data, meta: { shipped: data.length - failed, failed } }
    }),
})
