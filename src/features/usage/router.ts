import { z } from "zod"
import { getFirstSteps } from "@/features/usage/get-first-steps"
import { getUsageReport } from "@/features/usage/get-usage-report"
import { getUsage } from "@/features/usage/get-usage"
import { listRateLimits } from "@/features/usage/list-rate-limits"
import { listErrors } from "@/features/usage/list-errors"
import {
  ErrorGroup,
  FirstSteps,
  KeyRateLimit,
  Usage,
  UsageQuery,
  UsageReport,
  UsageReportQuery,
} from "@/features/usage/schema"
import { portalProcedure, requireScope, router } from "@/trpc/procedures"
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

/** The account's usage, for programs. */
export const usageReport = router({
  get: requireScope("usage.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/usage",
        operationId: "getUsage",
        tags: ["Usage"],
        summary: "Retrieve usage",
        description:
          "The requests by hour or day, in the credential's mode, and if you like by key, operation or status. An API key sees its account's, an app's token those of the app. A request is counted within two seconds of its response. Counts are kept for 400 days. `Accept: text/csv` returns the rows as comma-separated values.",
        csv: true,
      },
    })
    .input(UsageReportQuery)
    .output(UsageReport)
    .query(({ ctx, input }) => getUsageReport(ctx.caller, input)),
})
