import { z } from "zod"
import { listCallingAccounts } from "@/features/deprecations/list-calling-accounts"
import { listDeprecations } from "@/features/deprecations/list-deprecations"
import { Deprecation, StaffDeprecation } from "@/features/deprecations/schema"
import { requireScope, router, staffProcedure } from "@/trpc/procedures"

export const deprecations = router({
  list: requireScope("usage.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/deprecations",
        operationId: "listDeprecations",
        tags: ["Usage"],
        summary: "List deprecations",
        description:
          "Lists the deprecated parts of the API, when each stops working, and how often you use it. Uses are those of the account's keys and apps in the last 30 days, in the credential's mode. An app's token sees only that app's calls. A request is counted within two seconds of its response. The list is empty while nothing is deprecated.",
      },
    })
    .output(z.object({ data: z.array(Deprecation) }))
    .query(async ({ ctx }) => ({ data: await listDeprecations(ctx.caller, ctx.deprecations) })),
})

export const staffDeprecations = router({
  list: staffProcedure
    .output(z.object({ data: z.array(StaffDeprecation) }))
    .query(async ({ ctx }) => ({ data: await listCallingAccounts(ctx.deprecations) })),
})
