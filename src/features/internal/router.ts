import { z } from "zod"
import { createDeliveries } from "@/features/internal/create-deliveries"
import { createOrders } from "@/features/internal/create-orders"
import { createPayments } from "@/features/internal/create-payments"
import {
  BATCH_BYTES_MAX,
  batchOf,
  DeliveryResult,
  InternalDelivery,
  InternalOrder,
  InternalPayment,
  OrderResult,
  PaymentResult,
} from "@/features/internal/schema"
import type { OperationMeta } from "@/trpc/init"
import { idempotent, operatorProcedure, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

/** What the operations of a batch have in common. */
function batch(): Pick<OperationMeta, "tags" | "idempotent" | "bodyLimit"> {
  return {
    tags: ["Internal"],
    idempotent: true,
    bodyLimit: BATCH_BYTES_MAX,
  }
}

const BATCH_NOTE =
  "The response has one result for each item, in the order of the request. An item that fails does not affect the others and can be sent again. Repeating the request processes only the items that are not done yet."

/** What the marketplace's own shop reports (docs/operations.md). */
export const internalOrders = router({
  orders: operatorProcedure
    .meta({
      openapi: {
        ...batch(),
        method: "POST",
        path: "/internal/orders",
        operationId: "createInternalOrders",
        summary: "Place orders",
        description: `Places live orders, reserves their stock and sends the events of a new order. ${BATCH_NOTE}`,
      },
    })
    .input(z.object({ orders: batchOf("orders", InternalOrder) }))
    .output(dataSchema(z.array(OrderResult)))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await createOrders(input.orders, { operatorKeyId: ctx.caller.keyId, idempotency: ctx.idempotency }),
    })),

  payments: operatorProcedure
    .meta({
      openapi: {
        ...batch(),
        method: "POST",
        path: "/internal/payments",
        operationId: "createInternalPayments",
        summary: "Report payments",
        description: `Marks pending orders as paid, so that their stores can confirm them. An order whose payment has failed is cancelled. ${BATCH_NOTE}`,
      },
    })
    .input(z.object({ payments: batchOf("payments", InternalPayment) }))
    .output(dataSchema(z.array(PaymentResult)))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await createPayments(input.payments, { operatorKeyId: ctx.caller.keyId, idempotency: ctx.idempotency }),
    })),

  deliveries: operatorProcedure
    .meta({
      openapi: {
        ...batch(),
        method: "POST",
        path: "/internal/deliveries",
        operationId: "createInternalDeliveries",
        summary: "Report deliveries",
        description: `Marks shipped seller orders as delivered. Cash on delivery counts as paid with the last delivery of the order. ${BATCH_NOTE}`,
      },
    })
    .input(z.object({ deliveries: batchOf("deliveries", InternalDelivery) }))
    .output(dataSchema(z.array(DeliveryResult)))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await createDeliveries(input.deliveries, { operatorKeyId: ctx.caller.keyId, idempotency: ctx.idempotency }),
    })),
})
