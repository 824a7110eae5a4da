import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { databaseAnswers } from "@/features/status/database-answers"
import { open, router } from "@/trpc/procedures"
import { one, timestamp, toTimestamp } from "@/trpc/wire"

export const Status = z
  .object({
    status: z.enum(["ok", "degraded"]),
    api_version: z.string(),
    time: timestamp,
    components: z.record(z.string(), z.string()).describe("The state of each component: ok or down."),
  })
  .meta({
    id: "Status",
    description: "The API's health.",
    example: {
      status: "ok",
      api_version: API_VERSION,
      time: "2026-05-01T09:30:00.000Z",
      components: { api: "ok", database: "ok" },
    },
  })

export const status = router({
  get: open
    .meta({
      rest: {
        method: "GET",
        path: "/status",
        operationId: "getStatus",
        tag: "Platform",
        summary: "Health",
        standsAlone: true,
      },
    })
    .output(one(Status))
    .query(async ({ ctx }) => {
      const database = await databaseAnswers()
      if (!database) ctx.degraded()
      return {
        data: {
          status: database ? ("ok" as const) : ("degraded" as const),
          api_version: API_VERSION,
          time: toTimestamp(new Date()),
          components: { api: "ok", database: database ? "ok" : "down" },
        },
      }
    }),
})
