import { z } from "zod"
import { getFirstSteps } from "@/features/usage/get-first-steps"
import { getUsage } from "@/features/usage/get-usage"
import { listRateLimits } from "@/features/usage/list-rate-limits"
import { listErrors } from "@/features/usage/list-errors"
import { ErrorGroup, FirstSteps, KeyRateLimit, Usage, UsageQuery } from "@/features/usage/schema"
import { portalProcedure, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

export const usage = router({
  get: portalProcedure
    .input(UsageQuery)
    .output(dataSchema(Usage))
    .query(async ({ ctx, input }) => ({ data: await getUsage(ctx.caller, input) })),
  errors: portalProcedure
    .input(UsageQuery)
    .output(z.object({ data: z.array(ErrorGroup) }))
    .query(async ({ ctx, input }) => ({ data: await listErrors(ctx.caller, input) })),
  allowances: portalProcedure
    .output(z.object({ data: z.array(KeyRateLimit) }))
    .query(async ({ ctx }) => ({ data: await listRateLimits(ctx.caller) })),
  firstSteps: portalProcedure
    .output(dataSchema(FirstSteps))
    .query(async ({ ctx }) => ({ data: await getFirstSteps(ctx.caller) })),
})
