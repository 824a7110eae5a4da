import { z } from "zod"
import { decideStore } from "@/features/staff-stores/decide-store"
import { listStores } from "@/features/staff-stores/list-stores"
import { DecideStore, StaffStore, STORE_STATUSES } from "@/features/staff-stores/schema"
import { router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"
import { searchSchema, toPage, pageParameters, textSchema } from "@/trpc/wire"

export const staffStores = router({
  list: staffProcedure
    .input(z.object({ status: z.enum(STORE_STATUSES).optional(), q: textSchema(100).default(""), ...pageParameters() }))
    .output(searchSchema(StaffStore))
    .query(async ({ ctx, input }) => {
      const found = await listStores(ctx.caller.accountId, { ...input, q: input.q.trim() })
      return { ...toPage(input, found, (store) => store), similar: found.similar }
    }),
  decide: recentStaffProcedure.input(DecideStore).mutation(({ ctx, input }) => decideStore(ctx, input)),
})
