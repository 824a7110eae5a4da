import { z } from "zod"
import { decideStore } from "@/features/staff-stores/decide-store"
import { getStore, listStores, listStoreSlugs, readStores } from "@/features/staff-stores/list-stores"
import { DecideStore, EXPORT_BATCH_SIZE, StaffStore, StoreFilter } from "@/features/staff-stores/schema"
import { router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"
import { dataSchema, searchSchema, textSchema, toPage, pageParameters } from "@/trpc/wire"

export const staffStores = router({
  list: staffProcedure
    .input(StoreFilter.extend(pageParameters()))
    .output(searchSchema(StaffStore))
    .query(async ({ ctx, input }) => {
      const found = await listStores(ctx.caller.accountId, input)
      return { ...toPage(input, found, (store) => store), similar: found.similar }
    }),
  get: staffProcedure
    .input(z.object({ store: textSchema(100) }))
    .output(dataSchema(StaffStore))
    .query(async ({ ctx, input }) => ({ data: await getStore(ctx.caller.accountId, input.store) })),
  /** The slugs of all stores of a list, which a file is made from. */
  exportSlugs: staffProcedure
    .input(StoreFilter)
    .output(z.object({ slugs: z.array(z.string()) }))
    .query(async ({ input }) => ({ slugs: await listStoreSlugs(input) })),
  read: staffProcedure
    .input(z.object({ slugs: z.array(textSchema(100)).max(EXPORT_BATCH_SIZE) }))
    .output(z.object({ data: z.array(StaffStore) }))
    .query(async ({ ctx, input }) => ({ data: await readStores(ctx.caller.accountId, input.slugs) })),
  decide: recentStaffProcedure.input(DecideStore).mutation(({ ctx, input }) => decideStore(ctx, input)),
})
