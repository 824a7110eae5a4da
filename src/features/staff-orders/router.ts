import { z } from "zod"
import { getStaffOrder } from "@/features/staff-orders/get-order"
import { cancelByStaff, refundByStaff } from "@/features/staff-orders/handle-order"
import { StaffCancel, StaffOrder, StaffRefund } from "@/features/staff-orders/schema"
import { router, staff } from "@/trpc/procedures"
import { one } from "@/trpc/wire"

export const staffOrders = router({
  /** By the number of the order, or of one of its parts. */
  get: staff
    .input(z.object({ number: z.string().max(40) }))
    .output(one(StaffOrder))
    .query(async ({ ctx, input }) => ({ data: await getStaffOrder(ctx.caller.accountId, input.number) })),
  cancel: staff
    .input(StaffCancel)
    .output(z.object({ parts: z.int(), refunded: z.int() }))
    .mutation(({ ctx, input }) => cancelByStaff(ctx, input)),
  refund: staff
    .input(StaffRefund)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => refundByStaff(ctx, input)),
})
