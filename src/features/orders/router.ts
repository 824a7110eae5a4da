import { z } from "zod"
import { ORDER_STATUSES } from "@/domain/order-status"
import { getOrder } from "@/features/orders/get-order"
import { listOrders, listOrdersWithItems } from "@/features/orders/list-orders"
import { ListedOrder, Order, OrderDetail } from "@/features/orders/schema"
import { toOrder, toOrderDetail } from "@/orders/order"
import { requireWorld, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

const OrderListInput = z.object({
  status: z.enum(ORDER_STATUSES).describe("Only orders in this status.").optional(),
  ...pageParameters(),
})

/** The orders of the account for the portal's list, which says what was bought. */
export const portalOrders = router({
  list: requireWorld("orders.read")
    .input(OrderListInput)
    .output(listSchema(ListedOrder))
    .query(async ({ ctx, input }) =>
      toPage(input, await listOrdersWithItems(ctx.caller.accountId, ctx.world, input), (row) => ({
        ...toOrder(row),
        items: row.items,
      })),
    ),
})

export const orders = router({
  list: requireWorld("orders.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/orders",
        operationId: "listOrders",
        tags: ["Orders"],
        summary: "List orders",
        description: "Lists the orders that the account placed as a customer in the credential's mode, newest first.",
      },
    })
    .input(OrderListInput)
    .output(listSchema(Order))
    .query(async ({ ctx, input }) => toPage(input, await listOrders(ctx.caller.accountId, ctx.world, input), toOrder)),

  get: requireWorld("orders.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/orders/{number}",
        operationId: "getOrder",
        tags: ["Orders"],
        summary: "Retrieve an order",
        description:
          "Returns an order with its items, its parts by seller, their shipments and the delivery address. Orders of other accounts return 404.",
      },
    })
    .input(z.object({ number: z.string().describe("The order's number, such as HT-2605-000123.") }))
    .output(dataSchema(OrderDetail))
    .query(async ({ ctx, input }) => ({
      data: toOrderDetail(await getOrder(ctx.caller.accountId, ctx.world, input.number)),
    })),
})
