import { z } from "zod"
import { decideStore } from "@/features/staff-stores/decide-store"
import { listStores } from "@/features/staff-stores/list-stores"
import { DecideStore, StaffStore, STORE_STATUSES } from "@/features/staff-stores/schema"
import { router, staff, staffRecent } from "@/trpc/procedures"
import { list, listed, paging, text } from "@/trpc/wire"

export const staffStores = router({
  list: staff
    .input(z.object({ status: z.enum(STORE_STATUSES).optional(), q: text(100).default(""), ...paging() }))
    .output(list(StaffStore))
    .query(async ({ ctx, input }) =>
      listed(input, await listStores(ctx.caller.accountId, { ...input, q: input.q.trim() }), (store) => store),
    ),
  decide: staffRecent.input(DecideStore).mutation(({ ctx, input }) => decideStore(ctx, input)),
})
