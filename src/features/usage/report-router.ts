import { getUsageReport } from "@/features/usage/get-usage-report"
import { UsageReport, UsageReportQuery } from "@/features/usage/schema"
import { requireScope, router } from "@/trpc/procedures"

export const usageReport = router({
  get: requireScope("usage.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/usage",
        operationId: "getUsage",
        tags: ["Usage"],
        summary: "Count requests",
        description:
          "The requests by hour or day, in the credential's mode, and if you like by key, operation or status. An API key sees its account's, an app's token those of the app. A request is counted within two seconds of its response. Counts are kept for 400 days. `Accept: text/csv` returns the rows as comma-separated values.",
        csv: true,
      },
    })
    .input(UsageReportQuery)
    .output(UsageReport)
    .query(({ ctx, input }) => getUsageReport(ctx.caller, input)),
})
