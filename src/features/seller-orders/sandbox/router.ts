import { z } from "zod"
import { changeOrder } from "@/features/seller-orders/change-order"
import { listOwnProducts } from "@/features/seller-orders/sandbox/list-own-products"
import { listTestEvents } from "@/features/seller-orders/sandbox/list-test-events"
import { placeSandboxOrder } from "@/features/seller-orders/sandbox/place-order"
import { OwnProduct, PlaceSandboxOrder, SandboxOrder, TestEvent } from "@/features/seller-orders/sandbox/schema"
import { SellerOrderInput, ShipInput } from "@/features/seller-orders/schema"
import { shipOrder } from "@/features/seller-orders/ship-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { SellerOrder } from "@/orders/schema"
import { conditional, idempotent, requireSandbox, router } from "@/trpc/procedures"
import { dataSchema, jsonTextSchema } from "@/trpc/wire"

const TAG = "Sandbox"
const sandboxProcedure = requireSandbox("sandbox.manage")

/** What the customers and couriers of a sandbox do: place orders, take over parcels and deliver them. */
export const sandboxOrders = router({
  place: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/orders",
        operationId: "placeSandboxOrder",
        tags: [TAG],
        summary: "Place an order in the sandbox",
        description:
          "Places an order as the account itself, or as a sample customer of the account's store. Reserves stock and sends the events of a new order to test endpoints. Sends no email. An item that is out of stock returns 409.",
        problems: ["invalid_state"],
        idempotent: true,
      },
    })
    .input(PlaceSandboxOrder)
    .output(dataSchema(SandboxOrder))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await placeSandboxOrder(ctx.caller.accountId, ctx.world, input, ctx.idempotency),
    })),

  ship: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/seller-orders/{id}/ship",
        operationId: "shipSandboxSellerOrder",
        tags: [TAG],
        summary: "Ship a seller order of the sandbox",
        description:
          "Ships a sandbox order. It has the same body, checks, response and event as `PATCH /seller/orders/{id}/ship`, which rejects test keys. Sends no email.",
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
      data: await shipOrder({ id: input.id, storeId: ctx.world.storeId, world: ctx.world }, input, ctx),
    })),

  deliver: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/seller-orders/{id}/deliver",
        operationId: "deliverSandboxSellerOrder",
        tags: [TAG],
        summary: "Deliver a seller order of the sandbox",
        description:
          "Marks a shipped order as delivered. Cash on delivery counts as paid with the last delivery of the customer's order.",
        problems: ["invalid_state"],
        idempotent: true,
        versioned: true,
        conditional: true,
      },
    })
    .input(SellerOrderInput)
    .output(dataSchema(jsonTextSchema(SellerOrder)))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => {
      const ref = { id: input.id, storeId: ctx.world.storeId, world: ctx.world }
      return { data: await changeOrder(ref, ctx, (tx) => deliverSellerOrder(tx, ref)) }
    }),
})

/** What the portal shows of a sandbox's own store besides its orders. */
export const sandboxStore = router({
  /** What can be ordered from it. */
  products: sandboxProcedure
    .output(z.object({ data: z.array(OwnProduct) }))
    .query(async ({ ctx }) => ({ data: await listOwnProducts(ctx.world) })),
  /** The events of some of its orders, newest first. */
  events: sandboxProcedure
    .input(z.object({ ids: z.array(z.string()).max(100) }))
    .output(z.object({ data: z.array(TestEvent) }))
    .query(async ({ ctx, input }) => ({ data: await listTestEvents(ctx.caller.accountId, ctx.world, input.ids) })),
})
