import { z } from "zod"
import { ORDER_STATUSES } from "@/domain/order-status"
import { getOrder } from "@/features/orders/get-order"
import { listOrders } from "@/features/orders/list-orders"
import { Order, OrderDetail } from "@/features/orders/schema"
import { toOrder, toOrderDetail } from "@/orders/order"
import { requires, router } from "@/trpc/procedures"
import { list, listed, one, paging } from "@/trpc/wire"

export const orders = router({
  list: requires("orders.read")
    .meta({
      rest: {
        method: "GET",
        path: "/orders",
        operationId: "listOrders",
        tag: "Orders",
        summary: "Own orders, newest first",
      },
    })
    .input(z.object({ status: z.enum(ORDER_STATUSES).optional().describe("Only orders in this status."), ...paging() }))
    .output(list(Order))
    .query(async ({ ctx, input }) => listed(ctx, input, await listOrders(ctx.caller, input), toOrder)),

  get: requires("orders.read")
    .meta({
      rest: {
        method: "GET",
        path: "/orders/{number}",
        operationId: "getOrder",
        tag: "Orders",
        summary: "One own order",
      },
    })
    .input(z.object({ number: z.string().describe("The order's number, such as HT-2605-000123.") }))
    .output(one(OrderDetail))
    .query(async ({ ctx, input }) => ({ data: toOrderDetail(await getOrder(ctx.caller, input.number)) })),
})
