import { z } from "zod"
import { listKeySummaries } from "@/features/api-keys/list-key-summaries"
import { ApiKeySummary } from "@/features/api-keys/schema"
import { requireScope, router } from "@/trpc/procedures"
import { listSchema, pageParameters, toPage } from "@/trpc/wire"

/** The account's keys, for programs. */
export const keys = router({
  list: requireScope("usage.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/keys",
        operationId: "listKeys",
        tags: ["Usage"],
        summary: "List API keys",
        description:
          "The account's keys in the credential's mode, without their secrets: active ones first, then the newest. Apps get 403. Keys are created and rolled in the portal.",
      },
    })
    .input(z.object(pageParameters()))
    .output(listSchema(ApiKeySummary))
    .query(async ({ ctx, input }) => toPage(input, await listKeySummaries(ctx.caller, input), (key) => key)),
})
