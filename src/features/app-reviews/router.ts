import { z } from "zod"
import { decide } from "@/features/app-reviews/decide"
import { getReviewedApp } from "@/features/app-reviews/get-app"
import { countQueue, findApps, listQueue } from "@/features/app-reviews/list-apps"
import { Decide, FoundApp, QueuedApp, ReviewedApp, Suspend } from "@/features/app-reviews/schema"
import { reinstateApp, suspendApp } from "@/features/app-reviews/suspend"
import { portal, router, staff } from "@/trpc/procedures"
import { list, listed, one, paging, text } from "@/trpc/wire"

export const appReviews = router({
  /** How many apps wait for a decision; null for those who decide nothing. */
  waiting: portal
    .output(z.object({ waiting: z.int().nullable() }))
    .query(async ({ ctx }) => ({ waiting: ctx.caller.roles.includes("staff") ? await countQueue() : null })),
  queue: staff
    .input(z.object(paging()))
    .output(list(QueuedApp))
    .query(async ({ ctx, input }) => listed(ctx, input, await listQueue(ctx.caller.accountId, input), (app) => app)),
  find: staff
    .input(z.object({ q: text(100).default(""), ...paging() }))
    .output(list(FoundApp))
    .query(async ({ ctx, input }) => listed(ctx, input, await findApps({ ...input, q: input.q.trim() }), (app) => app)),
  get: staff
    .input(z.object({ client_id: z.string() }))
    .output(one(ReviewedApp))
    .query(async ({ ctx, input }) => ({ data: await getReviewedApp(ctx.caller.accountId, input.client_id) })),
  decide: staff.input(Decide).mutation(({ ctx, input }) => decide(ctx, input)),
  suspend: staff.input(Suspend).mutation(({ ctx, input }) => suspendApp(ctx, input)),
  reinstate: staff.input(Suspend).mutation(({ ctx, input }) => reinstateApp(ctx, input)),
})
