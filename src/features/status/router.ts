import { z } from "zod"
import { API_VERSION } from "@/domain/api-version"
import { getComponentStates } from "@/features/status/components"
import { publicProcedure, router } from "@/trpc/procedures"
import { dataSchema, timestamp, toTimestamp } from "@/trpc/wire"

const Status = z
  .object({
    status: z.enum(["ok", "degraded"]),
    api_version: z.string(),
    time: timestamp,
    components: z
      .record(z.string(), z.string())
      .describe(
        "The state of each component: `ok` or `down`. The database can also be `read_only` or `disk_full`, and its disk `full`.",
      ),
  })
  .meta({
    id: "Status",
    description: "The API's health.",
    examples: [
      {
        status: "ok",
        api_version: API_VERSION,
        time: "2026-05-01T09:30:00.000Z",
        components: { api: "ok", database: "ok" },
      },
    ],
  })

export const status = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/status",
        operationId: "getStatus",
        tags: ["Platform"],
        summary: "Retrieve the API's status",
        description: "Returns whether the API can serve requests, and the state of each component.",
        databaseIndependent: true,
      },
    })
    .output(dataSchema(Status))
    .query(async () => {
      const components = await getComponentStates()
      const ok = Object.values(components).every((state) => state === "ok")
      return {
        data: {
          status: ok ? ("ok" as const) : ("degraded" as const),
          api_version: API_VERSION,
          time: toTimestamp(new Date()),
          components,
        },
      }
    }),
})
