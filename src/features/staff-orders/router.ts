import { z } from "zod"
import { cancelByStaff } from "@/features/staff-orders/cancel-order"
import { findOrder } from "@/features/staff-orders/find-order"
import { listOrders } from "@/features/staff-orders/list-orders"
import { refundByStaff } from "@/features/staff-orders/refund-order"
import {
  StaffCancel,
  StaffOrder,
  StaffOrderFilter,
  StaffOrderSummary,
  StaffRefund,
} from "@/features/staff-orders/schema"
import { router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"

export const staffOrders = router({
  list: staffProcedure
    .input(StaffOrderFilter)
    .output(z.object({ data: z.array(StaffOrderSummary), next: z.string().nullable() }))
    .query(({ input }) => listOrders(input)),
  /** By the number or id of the order, or of one of its seller orders; null if there is none. */
  find: staffProcedure
    .input(z.object({ number: z.string().max(40) }))
    .output(z.object({ data: StaffOrder.nullable() }))
    .query(async ({ ctx, input }) => ({ data: await findOrder(ctx.caller.accountId, input.number) })),
  cancel: recentStaffProcedure
    .input(StaffCancel)
    .output(z.object({ parts: z.int(), refunded: z.int() }))
    .mutation(({ ctx, input }) => cancelByStaff(ctx, input)),
  refund: recentStaffProcedure
    .input(StaffRefund)
    .output(z.object({ refunded: z.int() }))
    .mutation(({ ctx, input }) => refundByStaff(ctx, input)),
})
