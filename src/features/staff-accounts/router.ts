import { z } from "zod"
import { findAccounts, toAccountSearchResult } from "@/features/staff-accounts/find-accounts"
import { getAccount } from "@/features/staff-accounts/get-account"
import { lockAccount, unlockAccount } from "@/features/staff-accounts/lock-account"
import {
  AccountFilter,
  AccountSearchResult,
  LockAccount,
  SetKeyLimit,
  StaffAccount,
} from "@/features/staff-accounts/schema"
import { setKeyLimit } from "@/features/staff-accounts/set-key-limit"
import { router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"
import { searchSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

export const staffAccounts = router({
  find: staffProcedure
    .input(AccountFilter.extend(pageParameters()))
    .output(searchSchema(AccountSearchResult))
    .query(async ({ input }) => {
      const found = await findAccounts(input)
      return { ...toPage(input, found, toAccountSearchResult), similar: found.similar }
    }),
  get: staffProcedure
    .input(z.object({ account: z.string() }))
    .output(dataSchema(StaffAccount))
    .query(async ({ ctx, input }) => ({ data: await getAccount(ctx.caller.accountId, input.account) })),
  setKeyLimit: recentStaffProcedure.input(SetKeyLimit).mutation(({ ctx, input }) => setKeyLimit(ctx, input)),
  lock: recentStaffProcedure.input(LockAccount).mutation(({ ctx, input }) => lockAccount(ctx, input)),
  unlock: recentStaffProcedure.input(LockAccount).mutation(({ ctx, input }) => unlockAccount(ctx, input)),
})
