import { z } from "zod"
import { ORDER_STATUSES } from "@/domain/order-status"
import { listSellerOrders } from "@/features/seller-orders/list-seller-orders"
import { SellerOrder, ShipInput } from "@/features/seller-orders/schema"
import { toSellerOrder } from "@/features/seller-orders/seller-order-row"
import { shipOrder } from "@/features/seller-orders/ship-order"
import { requiresSeller, router } from "@/trpc/procedures"
import { list, listed, one, paging } from "@/trpc/wire"

export const sellerOrders = router({
  list: requiresSeller("seller.orders.read")
    .meta({ rest: { method: "GET", path: "/seller/orders", operationId: "listSellerOrders", tag: "Seller fulfilment", summary: "The store's orders, newest first" } })
    .input(z.object({ status: z.enum(ORDER_STATUSES).optional().describe("Only orders in this status."), ...paging() }))
    .output(list(SellerOrder))
    .query(async ({ ctx, input }) => listed(ctx, input, await listSellerOrders(ctx.storeId, input), toSellerOrder)),

  ship: requiresSeller("seller.orders.write", { live: true })
    .meta({
      rest: {
        method: "PATCH",
        path: "/seller/orders/{id}/ship",
        operationId: "shipSellerOrder",
        tag: "Seller fulfilment",
        summary: "Mark an order as shipped",
        description: "Moves a confirmed or packed order to shipped, records the shipment and tells the customer by e-mail.",
        problems: ["invalid_state"],
        idempotent: true,
      },
    })
    .input(ShipInput)
    .output(one(SellerOrder))
    .mutation(async ({ ctx, input }) => ({ data: await shipOrder(ctx.storeId, input, await ctx.idempotency()) })),
})
