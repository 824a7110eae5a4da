import { z } from "zod"
import { decide } from "@/features/oauth-apps/reviews/decide"
import { getReviewedApp } from "@/features/oauth-apps/reviews/get-app"
import { countQueue, findApps, listQueue } from "@/features/oauth-apps/reviews/list-apps"
import {
  ReviewDecisionInput,
  AppSearchResult,
  QueuedApp,
  ReviewedApp,
  SuspensionInput,
} from "@/features/oauth-apps/reviews/schema"
import { reinstateApp, suspendApp } from "@/features/oauth-apps/reviews/suspend"
import { portal, router, staff, staffRecent } from "@/trpc/procedures"
import { list, listed, one, paging, text } from "@/trpc/wire"

export const appReviews = router({
  /** The number of apps that wait for a decision; null for accounts that cannot decide. */
  waiting: portal.output(z.object({ waiting: z.int().nullable() })).query(async ({ ctx }) => ({
    waiting: !ctx.caller.roles.includes("staff") ? null : ctx.caller.secondFactor ? await countQueue() : 0,
  })),
  queue: staff
    .input(z.object(paging()))
    .output(list(QueuedApp))
    .query(async ({ ctx, input }) => listed(input, await listQueue(ctx.caller.accountId, input), (app) => app)),
  find: staff
    .input(z.object({ q: text(100).default(""), ...paging() }))
    .output(list(AppSearchResult))
    .query(async ({ input }) => listed(input, await findApps({ ...input, q: input.q.trim() }), (app) => app)),
  get: staff
    .input(z.object({ client_id: z.string() }))
    .output(one(ReviewedApp))
    .query(async ({ ctx, input }) => ({ data: await getReviewedApp(ctx.caller.accountId, input.client_id) })),
  decide: staffRecent.input(ReviewDecisionInput).mutation(({ ctx, input }) => decide(ctx, input)),
  suspend: staffRecent.input(SuspensionInput).mutation(({ ctx, input }) => suspendApp(ctx, input)),
  reinstate: staffRecent.input(SuspensionInput).mutation(({ ctx, input }) => reinstateApp(ctx, input)),
})
