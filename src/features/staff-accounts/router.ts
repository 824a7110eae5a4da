import { z } from "zod"
import { findAccounts, toAccountSearchResult } from "@/features/staff-accounts/find-accounts"
import { getAccount } from "@/features/staff-accounts/get-account"
import { lockAccount, unlockAccount } from "@/features/staff-accounts/lock-account"
import { AccountSearchResult, LockAccount, SetKeyLimit, StaffAccount } from "@/features/staff-accounts/schema"
import { setKeyLimit } from "@/features/staff-accounts/set-key-limit"
import { router, staff, staffRecent } from "@/trpc/procedures"
import { list, listed, one, paging, text } from "@/trpc/wire"

export const staffAccounts = router({
  find: staff
    .input(z.object({ q: text(254).default(""), ...paging() }))
    .output(list(AccountSearchResult))
    .query(async ({ input }) =>
      listed(input, await findAccounts({ ...input, q: input.q.trim() }), toAccountSearchResult),
    ),
  get: staff
    .input(z.object({ account: z.string() }))
    .output(one(StaffAccount))
    .query(async ({ ctx, input }) => ({ data: await getAccount(ctx.caller.accountId, input.account) })),
  setKeyLimit: staffRecent.input(SetKeyLimit).mutation(({ ctx, input }) => setKeyLimit(ctx, input)),
  lock: staffRecent.input(LockAccount).mutation(({ ctx, input }) => lockAccount(ctx, input)),
  unlock: staffRecent.input(LockAccount).mutation(({ ctx, input }) => unlockAccount(ctx, input)),
})
