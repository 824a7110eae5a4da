import { z } from "zod"
import { ORDER_STATUSES } from "@/domain/order-status"
import { changeOrder } from "@/features/seller-orders/change-order"
import { getHandledStore } from "@/features/seller-orders/get-handled-store"
import { getSellerOrder } from "@/features/seller-orders/get-seller-order"
import {
  cancelInTransaction,
  cancelStoreOrder,
  refundInTransaction,
  refundStoreOrder,
  transitionStoreOrder,
} from "@/features/seller-orders/handle-order"
import { listSellerOrders } from "@/features/seller-orders/list-seller-orders"
import { listStoreOrders } from "@/features/seller-orders/list-store-orders"
import { listTestEvents } from "@/features/seller-orders/list-test-events"
import { listTestProducts } from "@/features/seller-orders/list-test-products"
import { placeTestOrder } from "@/features/seller-orders/place-test-order"
import {
  CancelInput,
  CancelSellerOrder,
  HandledStore,
  OrderActionInput,
  PlacedTestOrder,
  PlaceInput,
  RefundInput,
  RefundSellerOrder,
  SellerOrderFilter,
  SellerOrderInput,
  ShipInput,
  StoreOrder,
  TestEvent,
  TestProduct,
} from "@/features/seller-orders/schema"
import { shipOrder } from "@/features/seller-orders/ship-order"
import type { Scope } from "@/domain/scope"
import type { World } from "@/domain/world"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { SELLER_ORDER, SellerOrder } from "@/orders/schema"
import { openSandbox } from "@/sandbox/open-sandbox"
import { conditional, idempotent, type OperationMeta, requireScope, requireSeller, router } from "@/trpc/procedures"
import type { Queryable } from "@/platform/db/query"
import { jsonTextSchema, listSchema, toPage, dataSchema, pageParameters, textSchema } from "@/trpc/wire"

const status = z.enum(ORDER_STATUSES).describe("Only orders in this status.").optional()
const readProcedure = requireSeller("seller.orders.read")
const writeProcedure = requireSeller("seller.orders.write", { live: true })
const manageProcedure = requireSeller("seller.orders.manage")
const refundProcedure = requireSeller("seller.refunds.write")

const TAG = "Seller fulfilment"
const ETAG_WORDS =
  'The order\'s ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.'
const MODE_WORDS = "A live key changes live orders, a test key those of the sandbox."

/** What the operations that change an order have in common. */
const changing = (): Pick<OperationMeta, "tags" | "problems" | "idempotent" | "versioned" | "conditional"> => ({
  tags: [TAG],
  problems: ["invalid_state"],
  idempotent: true,
  versioned: true,
  conditional: true,
})

const exampleOrder = (members: Partial<SellerOrder>): { data: SellerOrder } => ({
  data: { ...SELLER_ORDER, shipped_at: null, shipment: null, version: 2, ...members },
})

/** The seller order that a request names, in the store of its credential. */
const orderOf = ({ storeId, world }: { storeId: number; world: World }, { id }: { id: string }) => ({
  id,
  storeId,
  world,
})

export const sellerOrders = router({
  list: readProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/seller/orders",
        operationId: "listSellerOrders",
        tags: ["Seller fulfilment"],
        summary: "List seller orders",
        description:
          "The orders of the store that the account owns or handles orders for, newest first unless `sort` says otherwise. The delivery address is included until an order is delivered or cancelled.",
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
          "An order of the store in the credential's mode, by its `id` or `number`. The delivery address is included until the order is delivered or cancelled. " +
          "Its ETag is strong: send it in If-Match to change the order only as you read it.",
        versioned: true,
      },
    })
    .input(SellerOrderInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .query(async ({ ctx, input }) => ({ data: await getSellerOrder(orderOf(ctx, input)) })),

  confirm: manageProcedure
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/confirm",
        operationId: "confirmSellerOrder",
        summary: "Confirm a seller order",
        description: `Accepts a pending order that is paid, or is to be paid on delivery. Any other order returns 409. ${MODE_WORDS} ${ETAG_WORDS}`,
        example: exampleOrder({ status: "confirmed" }),
      },
    })
    .input(SellerOrderInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      return { data: await changeOrder(order, ctx, (tx) => confirmSellerOrder(tx, order)) }
    }),

  pack: manageProcedure
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/pack",
        operationId: "packSellerOrder",
        summary: "Mark a seller order as packed",
        description: `Marks a confirmed order as packed, ready for the courier. Any other order returns 409. ${MODE_WORDS} ${ETAG_WORDS}`,
        example: exampleOrder({ status: "packed", version: 3 }),
      },
    })
    .input(SellerOrderInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      return { data: await changeOrder(order, ctx, (tx) => packSellerOrder(tx, order)) }
    }),

  ship: writeProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/seller/orders/{id}/ship",
        operationId: "shipSellerOrder",
        tags: ["Seller fulfilment"],
        summary: "Ship a seller order",
        description:
          "Marks a confirmed or packed order as shipped, records the shipment and notifies the customer by email. " +
          'The order\'s ETag is its `version` in quotes, such as "3". Send it in If-Match to ship the order only if it has not changed since you read it.',
        problems: ["invalid_state"],
        idempotent: true,
        versioned: true,
        conditional: true,
      },
    })
    .input(ShipInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => ({
      data: await shipOrder(ctx, input, ctx.idempotency, ctx.precondition),
    })),

  cancel: manageProcedure
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/cancel",
        operationId: "cancelSellerOrder",
        summary: "Cancel a seller order",
        description: `Cancels an order that is not shipped yet: its items go back to stock, what was paid for it is refunded, and the customer gets an email. A shipped, delivered or cancelled order returns 409. ${MODE_WORDS} Orders of a sandbox send no email. ${ETAG_WORDS}`,
        example: exampleOrder({
          status: "cancelled",
          payment_status: "refunded",
          refunded_total: SELLER_ORDER.total,
          version: 4,
          delivery_address: null,
        }),
      },
    })
    .input(CancelSellerOrder)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      const change = (tx: Queryable) => cancelInTransaction(tx, ctx, order, input.reason ?? null)
      return { data: await changeOrder(order, ctx, change) }
    }),

  refund: refundProcedure
    .meta({
      openapi: {
        ...changing(),
        method: "POST",
        path: "/seller/orders/{id}/refund",
        operationId: "refundSellerOrder",
        summary: "Refund a seller order",
        description: `Refunds a paid order, in part or whole, in any status, and the customer gets an email. If nothing was paid, or the amount is more than what remains, it returns 409. Without an Idempotency-Key, \`refunded_total\` or If-Match a repeated request refunds again. ${MODE_WORDS} ${ETAG_WORDS}`,
        example: exampleOrder({ status: "confirmed", payment_status: "partially_refunded", refunded_total: 5000 }),
      },
    })
    .input(RefundSellerOrder)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => {
      const order = orderOf(ctx, input)
      const refund = {
        amount: input.amount ?? null,
        expectedRefundedTotal: input.refunded_total ?? null,
        reason: input.reason ?? null,
      }
      return { data: await changeOrder(order, ctx, (tx) => refundInTransaction(tx, ctx, order, refund)) }
    }),
})

type StoreProcedure = ReturnType<typeof requireSeller>

/** What members of a store do with its orders besides shipping. */
const orderProcedures = (readProcedure: StoreProcedure, writeProcedure: StoreProcedure) => ({
  /** Shippable orders first, the most urgent on top; then the newest. */
  list: readProcedure
    .input(z.object({ status, ...pageParameters() }))
    .output(listSchema(StoreOrder))
    .query(async ({ ctx, input }) => toPage(input, await listStoreOrders(ctx, input), (order) => order)),
  confirm: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) =>
      transitionStoreOrder({ ...input, storeId: ctx.storeId, world: ctx.world }, "confirm"),
    ),
  pack: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transitionStoreOrder({ ...input, storeId: ctx.storeId, world: ctx.world }, "pack")),
  deliver: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) =>
      transitionStoreOrder({ ...input, storeId: ctx.storeId, world: ctx.world }, "deliver"),
    ),
  cancel: writeProcedure
    .input(CancelInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => cancelStoreOrder(ctx, { ...input, storeId: ctx.storeId, world: ctx.world })),
  refund: writeProcedure
    .input(RefundInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => refundStoreOrder(ctx, { ...input, storeId: ctx.storeId, world: ctx.world })),
})

export const storeOrders = router({
  ...orderProcedures(readProcedure, requireSeller("seller.orders.write")),
  /** The store whose orders these are. */
  store: readProcedure
    .output(dataSchema(HandledStore))
    .query(async ({ ctx }) => ({ data: await getHandledStore(ctx) })),
})

/** A procedure that acts for the store of the account's sandbox. The live mode is refused. */
const requireSandboxStore = (scope: Scope): StoreProcedure =>
  requireScope(scope, { sandbox: true }).use(async ({ ctx, next }) => {
    const sandbox = await openSandbox(ctx.caller.accountId)
    const store: { world: World; storeId: number } = { world: sandbox, storeId: sandbox.storeId }
    return next({ ctx: store })
  })

const readInSandbox = requireSandboxStore("seller.orders.read")
const writeInSandbox = requireSandboxStore("seller.orders.write")

/** Orders that an account places with the store of its sandbox, to see what each event looks like. */
export const sandbox = router({
  ...orderProcedures(readInSandbox, writeInSandbox),
  ship: writeInSandbox
    .input(ShipInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .mutation(async ({ ctx, input }) => ({ data: await shipOrder(ctx, input, null, null) })),
  products: readInSandbox
    .input(z.object({ q: textSchema(120).default("") }))
    .output(z.object({ data: z.array(TestProduct) }))
    .query(async ({ ctx, input }) => ({ data: await listTestProducts(ctx, input.q.trim()) })),
  place: writeInSandbox
    .input(PlaceInput)
    .output(dataSchema(PlacedTestOrder))
    .mutation(async ({ ctx, input }) => ({
      data: await placeTestOrder(ctx.caller.accountId, ctx, input.lines),
    })),
  /** The events of sandbox orders, newest first. */
  events: readInSandbox
    .input(z.object({ ids: z.array(z.string()).max(100) }))
    .output(z.object({ data: z.array(TestEvent) }))
    .query(async ({ ctx, input }) => ({ data: await listTestEvents(ctx.caller.accountId, ctx.world, input.ids) })),
})
