import { z } from "zod"
import { getFirstSteps } from "@/features/usage/get-first-steps"
import { getUsageReport } from "@/features/usage/get-usage-report"
import { getUsage } from "@/features/usage/get-usage"
import { listRateLimits } from "@/features/usage/list-rate-limits"
import { getUsageSummary } from "@/features/usage/get-usage-summary"
import { listErrors, listErrorsBetween } from "@/features/usage/list-errors"
import { usagePeriod } from "@/features/usage/usage-period"
import {
  ErrorGroup,
  FirstSteps,
  KeyRateLimit,
  Usage,
  UsageQuery,
  UsageReport,
  UsageReportQuery,
  UsageSummary,
  UsageSummaryQuery,
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
  summary: portalProcedure
    .input(UsageSummaryQuery)
    .output(dataSchema(UsageSummary))
    .query(async ({ ctx, input }) => ({ data: await getUsageSummary(ctx.caller, input) })),
  errorsBetween: portalProcedure
    .input(UsageSummaryQuery)
    .output(z.object({ data: z.array(ErrorGroup) }))
    .query(async ({ ctx, input }) => {
      const { edges } = usagePeriod(input)
      const range = { from: edges[0] ?? new Date(), to: edges.at(-1) ?? new Date() }
      return { data: await listErrorsBetween(ctx.caller, range, input.key) }
    }),
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
          "Counts the requests in the credential's mode by hour or day. The counts can be grouped by key, operation or status. An API key sees its account's requests; an app's token sees the app's. A request is counted within two seconds of its response. Counts are kept for 400 days. `Accept: text/csv` returns the rows as comma-separated values.",
        csv: true,
      },
    })
    .input(UsageReportQuery)
    .output(UsageReport)
    .query(({ ctx, input }) => getUsageReport(ctx.caller, input)),
})
