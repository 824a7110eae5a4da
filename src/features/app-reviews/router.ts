import { z } from "zod"
import { decide } from "@/features/app-reviews/decide"
import { getReviewedApp } from "@/features/app-reviews/get-app"
import { countQueue, listDecided, listQueue } from "@/features/app-reviews/list-apps"
import { Decide, DecidedApp, QueuedApp, ReviewedApp, Suspend } from "@/features/app-reviews/schema"
import { reinstateApp, suspendApp } from "@/features/app-reviews/suspend"
import { portal, router, staff } from "@/trpc/procedures"
import { one, text } from "@/trpc/wire"

export const appReviews = router({
  /** How many apps wait for a decision; null for those who decide nothing. */
  waiting: portal
    .output(z.object({ waiting: z.int().nullable() }))
    .query(async ({ ctx }) => ({ waiting: ctx.caller.roles.includes("staff") ? await countQueue() : null })),
  queue: staff.output(z.object({ data: z.array(QueuedApp) })).query(async ({ ctx }) => ({ data: await listQueue(ctx.caller.accountId) })),
  decided: staff
    .input(z.object({ q: text(100).default("") }))
    .output(z.object({ data: z.array(DecidedApp) }))
    .query(async ({ input }) => ({ data: await listDecided(input.q.trim()) })),
  get: staff
    .input(z.object({ client_id: z.string() }))
    .output(one(ReviewedApp))
    .query(async ({ ctx, input }) => ({ data: await getReviewedApp(ctx.caller.accountId, input.client_id) })),
  decide: staff.input(Decide).mutation(({ ctx, input }) => decide(ctx, input)),
  suspend: staff.input(Suspend).mutation(({ ctx, input }) => suspendApp(ctx, input)),
  reinstate: staff.input(Suspend).mutation(({ ctx, input }) => reinstateApp(ctx, input)),
})
