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
import { portalProcedure, router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"
import { listSchema, searchSchema, toPage, dataSchema, pageParameters, textSchema } from "@/trpc/wire"

export const appReviews = router({
  /** The number of apps that wait for a decision; null for accounts that cannot decide. */
  waiting: portalProcedure.output(z.object({ waiting: z.int().nullable() })).query(async ({ ctx }) => ({
    waiting: !ctx.caller.roles.includes("staff") ? null : ctx.caller.secondFactor ? await countQueue() : 0,
  })),
  queue: staffProcedure
    .input(z.object(pageParameters()))
    .output(listSchema(QueuedApp))
    .query(async ({ ctx, input }) => toPage(input, await listQueue(ctx.caller.accountId, input), (app) => app)),
  find: staffProcedure
    .input(z.object({ q: textSchema(100).default(""), ...pageParameters() }))
    .output(searchSchema(AppSearchResult))
    .query(async ({ input }) => {
      const found = await findApps({ ...input, q: input.q.trim() })
      return { ...toPage(input, found, (app) => app), similar: found.similar }
    }),
  get: staffProcedure
    .input(z.object({ client_id: z.string() }))
    .output(dataSchema(ReviewedApp))
    .query(async ({ ctx, input }) => ({ data: await getReviewedApp(ctx.caller.accountId, input.client_id) })),
  decide: recentStaffProcedure.input(ReviewDecisionInput).mutation(({ ctx, input }) => decide(ctx, input)),
  suspend: recentStaffProcedure.input(SuspensionInput).mutation(({ ctx, input }) => suspendApp(ctx, input)),
  reinstate: recentStaffProcedure.input(SuspensionInput).mutation(({ ctx, input }) => reinstateApp(ctx, input)),
})
