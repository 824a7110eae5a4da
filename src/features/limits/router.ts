import { getLimits } from "@/features/limits/get-limits"
import { RateLimit } from "@/features/limits/schema"
import { requireScope, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

export const limits = router({
  get: requireScope("usage.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/limits",
        operationId: "getLimits",
        tags: ["Usage"],
        summary: "Retrieve the credential's quota",
        description:
          "Returns the calling credential's rate limit and how many requests are left in the window. The headers of the same response have the same values. This request is counted.",
      },
    })
    .output(dataSchema(RateLimit))
    .query(async ({ ctx }) => ({ data: await getLimits(ctx.caller, ctx.readRateLimit) })),
})
