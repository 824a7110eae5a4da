import { z } from "zod"
import { ORDER_STATUSES } from "@/domain/order-status"
import { cancelStoreOrder, transitionStoreOrder, refundStoreOrder } from "@/features/seller-orders/handle-order"
import { listSellerOrders } from "@/features/seller-orders/list-seller-orders"
import { listStoreOrders } from "@/features/seller-orders/list-store-orders"
import { listTestEvents } from "@/features/seller-orders/list-test-events"
import { listTestProducts } from "@/features/seller-orders/list-test-products"
import { placeTestOrder } from "@/features/seller-orders/place-test-order"
import {
  CancelInput,
  OrderActionInput,
  PlacedTestOrder,
  PlaceInput,
  RefundInput,
  ShipInput,
  StoreOrder,
  TestEvent,
  TestProduct,
} from "@/features/seller-orders/schema"
import { shipOrder } from "@/features/seller-orders/ship-order"
import { SellerOrder } from "@/orders/schema"
import { conditional, idempotent, requireSeller, router } from "@/trpc/procedures"
import { jsonTextSchema, listSchema, toPage, dataSchema, pageParameters, textSchema } from "@/trpc/wire"

const status = z.enum(ORDER_STATUSES).describe("Only orders in this status.").optional()
const readProcedure = requireSeller("seller.orders.read")
const writeProcedure = requireSeller("seller.orders.write", { live: true })

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
          "The orders of the store that the account owns or handles orders for, newest first. The delivery address is included until an order is delivered or cancelled.",
      },
    })
    .input(z.object({ status, ...pageParameters() }))
    .output(listSchema(SellerOrder))
    .query(async ({ ctx, input }) =>
      toPage(input, await listSellerOrders(ctx.storeId, ctx.caller.livemode, input), (order) => order),
    ),

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
      data: await shipOrder(ctx.storeId, true, input, ctx.idempotency, ctx.precondition),
    })),
})

/** What members of a store do with its orders besides shipping: the live ones, or those of the sandbox. */
const orderProcedures = (livemode: boolean) => ({
  /** Shippable orders first, the most urgent on top; then the newest. */
  list: readProcedure
    .input(z.object({ status, ...pageParameters() }))
    .output(listSchema(StoreOrder))
    .query(async ({ ctx, input }) =>
      toPage(input, await listStoreOrders(ctx.storeId, livemode, input), (order) => order),
    ),
  confirm: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transitionStoreOrder({ ...input, storeId: ctx.storeId, livemode }, "confirm")),
  pack: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transitionStoreOrder({ ...input, storeId: ctx.storeId, livemode }, "pack")),
  deliver: writeProcedure
    .input(OrderActionInput)
    .mutation(({ ctx, input }) => transitionStoreOrder({ ...input, storeId: ctx.storeId, livemode }, "deliver")),
  cancel: writeProcedure
    .input(CancelInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => cancelStoreOrder(ctx, { ...input, storeId: ctx.storeId, livemode })),
  refund: writeProcedure
    .input(RefundInput)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => refundStoreOrder(ctx, { ...input, storeId: ctx.storeId, livemode })),
})

export const storeOrders = router(orderProcedures(true))

/** Test orders that members place with their own store, to see what each event looks like. */
export const sandbox = router({
  ...orderProcedures(false),
  ship: writeProcedure
    .input(ShipInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .mutation(async ({ ctx, input }) => ({ data: await shipOrder(ctx.storeId, false, input, null, null) })),
  products: readProcedure
    .input(z.object({ q: textSchema(120).default("") }))
    .output(z.object({ data: z.array(TestProduct) }))
    .query(async ({ ctx, input }) => ({ data: await listTestProducts(ctx.storeId, input.q.trim()) })),
  place: writeProcedure
    .input(PlaceInput)
    .output(dataSchema(PlacedTestOrder))
    .mutation(async ({ ctx, input }) => ({
      data: await placeTestOrder(ctx.caller.accountId, ctx.storeId, input.lines),
    })),
  /** The events of sandbox orders, newest first. */
  events: readProcedure
    .input(z.object({ ids: z.array(z.string()).max(100) }))
    .output(z.object({ data: z.array(TestEvent) }))
    .query(async ({ ctx, input }) => ({ data: await listTestEvents(ctx.caller.accountId, ctx.storeId, input.ids) })),
})
