import { z } from "zod"
import { advanceOrders } from "@/features/seller-orders/advance-orders"
import { cancelStoreOrder } from "@/features/seller-orders/cancel-order"
import { changeOrder } from "@/features/seller-orders/change-order"
import { getHandledStore } from "@/features/seller-orders/get-handled-store"
import { getSellerOrder } from "@/features/seller-orders/get-seller-order"
import { listSellerOrders } from "@/features/seller-orders/list-seller-orders"
import {
  getStoreOrder,
  listStoreOrderIds,
  listStoreOrders,
  readStoreOrders,
} from "@/features/seller-orders/list-store-orders"
import { refundStoreOrder } from "@/features/seller-orders/refund-order"
import {
  AdvanceOrders,
  AdvanceResult,
  EXPORT_BATCH_SIZE,
  CancelInput,
  CancelSellerOrder,
  HandledStore,
  OrderActionInput,
  RefundInput,
  RefundSellerOrder,
  SellerOrderFilter,
  SellerOrderInput,
  ShipInput,
  StoreOrder,
  StoreOrderFilter,
} from "@/features/seller-orders/schema"
import { shipOrder } from "@/features/seller-orders/ship-order"
import type { World } from "@/domain/world"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { SELLER_ORDER, SellerOrder } from "@/orders/schema"
import type { StoreOrderRef } from "@/orders/seller-order-lookup"
import type { OperationMeta } from "@/trpc/init"
import { conditional, idempotent, requireSeller, router } from "@/trpc/procedures"
import { transaction } from "@/platform/db/transaction"
import { jsonTextSchema, listSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

const readProcedure = requireSeller("seller.orders.read")
const writeProcedure = requireSeller("seller.orders.write", { live: true })
const manageProcedure = requireSeller("seller.orders.manage")
const refundProcedure = requireSeller("seller.refunds.write")

const TAG = "Seller fulfilment"
const ETAG_NOTE =
  'The order\'s ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.'
const MODE_NOTE = "A live key changes live orders; a test key changes sandbox orders."

/** What the operations that change an order have in common. */
function changing(): Pick<OperationMeta, "tags" | "problems" | "idempotent" | "versioned" | "conditional"> {
  return {
    tags: [TAG],
    problems: ["invalid_state"],
    idempotent: true,
    versioned: true,
    conditional: true,
  }
}

function exampleOrder(members: Partial<SellerOrder>): { data: SellerOrder } {
  return {
    data: { ...SELLER_ORDER, shipped_at: null, shipment: null, version: 2, ...members },
  }
}

/** The seller order that a request names, in the store of its credential. */
function orderOf({ storeId, world }: { storeId: number; world: World }, { id }: { id: string }): StoreOrderRef {
  return {
    id,
    storeId,
    world,
  }
}

/**
 * A change of a seller order, which returns the order: made once for an Idempotency-Key, and only to the order as a
 * precondition names it.
 */
function changeOf<Input extends z.ZodType<{ id: string }>>(procedure: ReturnType<typeof requireSeller>, input: Input) {
  return procedure
    .input(input)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
}

export const sellerOrders = router({
  list: readProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/seller/orders",
        operationId: "listSellerOrders",
        tags: [TAG],
        summary: "List seller orders",
        description:
          "Lists the orders of the account's store, or of the store it handles orders for. The newest come first unless `sort` says otherwise. The delivery address is included until an order is delivered or cancelled.",
      },
    })
    .input(SellerOrderFilter.extend(pageParameters()))
    .output(listSchema(SellerOrder))
    .query(async ({ ctx, input }) => toPage(input, await listSellerOrders(ctx, input), (order) => order)),

  get: readProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/seller/orders/{id}",
        operationId: "getSellerOrder",
        tags: [TAG],
        summary: "Retrieve a seller order",
        description:
          "Returns an order of the store in the credential's mode, by its `id` or `number`. The delivery address is included until the order is delivered or cancelled. The ETag is strong. Send it in If-Match to change the order only if it has not changed since.",
        versioned: true,
      },
    })
    .input(SellerOrderInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .query(async ({ ctx, input }) => ({ data: await getSellerOrder(orderOf(ctx, input)) })),

  confirm: changeOf(manageProcedure, SellerOrderInput)
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/confirm",
        operationId: "confirmSellerOrder",
        summary: "Confirm a seller order",
        description: `Accepts a pending order that is paid or cash on delivery. Any other order returns 409. ${MODE_NOTE} ${ETAG_NOTE}`,
        example: exampleOrder({ status: "confirmed" }),
      },
    })
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      return { data: await changeOrder(order, ctx, (tx) => confirmSellerOrder(tx, order)) }
    }),

  pack: changeOf(manageProcedure, SellerOrderInput)
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/pack",
        operationId: "packSellerOrder",
        summary: "Mark a seller order as packed",
        description: `Marks a confirmed order as packed, ready for the courier. Any other order returns 409. ${MODE_NOTE} ${ETAG_NOTE}`,
        example: exampleOrder({ status: "packed", version: 3 }),
      },
    })
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      return { data: await changeOrder(order, ctx, (tx) => packSellerOrder(tx, order)) }
    }),

  ship: changeOf(writeProcedure, ShipInput)
    .meta({
      openapi: {
        ...changing(),
        method: "PATCH",
        path: "/seller/orders/{id}/ship",
        operationId: "shipSellerOrder",
        summary: "Ship a seller order",
        description:
          "Marks a confirmed or packed order as shipped, records the shipment and notifies the customer by email. " +
          'The order\'s ETag is its `version` in quotes, such as "3". Send it in If-Match to ship the order only if it has not changed since you read it.',
      },
    })
    .mutation(async ({ ctx, input }) => ({ data: await shipOrder(orderOf(ctx, input), input, ctx) })),

  cancel: changeOf(manageProcedure, CancelSellerOrder)
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/cancel",
        operationId: "cancelSellerOrder",
        summary: "Cancel a seller order",
        description: `Cancels an order that has not shipped yet. Its items return to stock, the amount paid is refunded, and the customer gets an email. A shipped, delivered or cancelled order returns 409. ${MODE_NOTE} Sandbox orders send no email. ${ETAG_NOTE}`,
        example: exampleOrder({
          status: "cancelled",
          payment_status: "refunded",
          refunded_total: SELLER_ORDER.total,
          version: 4,
          delivery_address: null,
        }),
      },
    })
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      return { data: await changeOrder(order, ctx, (tx) => cancelStoreOrder(tx, ctx, order, input.reason ?? null)) }
    }),

  refund: changeOf(refundProcedure, RefundSellerOrder)
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/refund",
        operationId: "refundSellerOrder",
        summary: "Refund a seller order",
        description: `Refunds a paid order partly or in full, in any status, and emails the customer. If nothing was paid, or the amount exceeds what remains, it returns 409. Without an Idempotency-Key, \`refunded_total\` or If-Match, a repeated request refunds again. ${MODE_NOTE} ${ETAG_NOTE}`,
        example: exampleOrder({ status: "confirmed", payment_status: "partially_refunded", refunded_total: 5000 }),
      },
    })
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      const refund = {
        amount: input.amount ?? null,
        expectedRefundedTotal: input.refunded_total ?? null,
        reason: input.reason ?? null,
      }
      return { data: await changeOrder(order, ctx, (tx) => refundStoreOrder(tx, ctx, order, refund)) }
    }),
})

const workProcedure = requireSeller("seller.orders.write")

/** What members of a store do with its orders besides shipping; in a sandbox, the account. */
export const storeOrders = router({
  /** The store whose orders these are. */
  store: readProcedure
    .output(dataSchema(HandledStore))
    .query(async ({ ctx }) => ({ data: await getHandledStore(ctx) })),
  /** Shippable orders first, the most urgent on top; then the newest. */
  list: readProcedure
    .input(StoreOrderFilter.extend(pageParameters()))
    .output(listSchema(StoreOrder))
    .query(async ({ ctx, input }) => toPage(input, await listStoreOrders(ctx, input), (order) => order)),
  /** The ids of all orders of such a list at one moment, for a file of them. */
  exportIds: readProcedure
    .input(StoreOrderFilter)
    .output(z.object({ ids: z.array(z.string()) }))
    .query(async ({ ctx, input }) => ({ ids: await listStoreOrderIds(ctx, input) })),
  /** Some of the store's orders by their ids, in that order. */
  read: readProcedure
    .input(z.object({ ids: z.array(z.string()).max(EXPORT_BATCH_SIZE) }))
    .output(z.object({ data: z.array(StoreOrder) }))
    .query(async ({ ctx, input }) => ({ data: await readStoreOrders(ctx, input.ids) })),
  /** One of them, by its id or number. */
  get: readProcedure
    .input(OrderActionInput)
    .output(dataSchema(StoreOrder))
    .query(async ({ ctx, input }) => ({ data: await getStoreOrder(ctx, input.id) })),
  confirm: workProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transaction((tx) => confirmSellerOrder(tx, orderOf(ctx, input)))),
  pack: workProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transaction((tx) => packSellerOrder(tx, orderOf(ctx, input)))),
  deliver: workProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transaction((tx) => deliverSellerOrder(tx, orderOf(ctx, input)))),
  /** Advances several orders by one of these steps. */
  advance: workProcedure
    .input(AdvanceOrders)
    .output(z.object({ data: z.array(AdvanceResult) }))
    .mutation(async ({ ctx, input }) => ({ data: await advanceOrders(ctx, input) })),
  cancel: workProcedure
    .input(CancelInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => transaction((tx) => cancelStoreOrder(tx, ctx, orderOf(ctx, input), input.reason))),
  refund: workProcedure
    .input(RefundInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => {
      const { amount, refunded_total: expectedRefundedTotal, reason } = input
      const refund = { amount, expectedRefundedTotal, reason }
      return transaction((tx) => refundStoreOrder(tx, ctx, orderOf(ctx, input), refund))
    }),
})
