import { z } from "zod"
import { countRecentCalls } from "@/features/api-keys/count-recent-calls"
import { createKey } from "@/features/api-keys/create-key"
import { getKey } from "@/features/api-keys/get-key"
import { listKeyEvents } from "@/features/api-keys/list-key-events"
import { listKeySummaries } from "@/features/api-keys/list-key-summaries"
import { listKeys } from "@/features/api-keys/list-keys"
import { revokeKey } from "@/features/api-keys/revoke-key"
import { revokeKeys } from "@/features/api-keys/revoke-keys"
import { rollKey } from "@/features/api-keys/roll-key"
import {
  ApiKey,
  ApiKeySummary,
  CreateApiKey,
  KeyEvent,
  NewApiKey,
  ROLL_OVERLAPS,
  type RollOverlap,
  UpdateApiKey,
} from "@/features/api-keys/schema"
import { updateKey } from "@/features/api-keys/update-key"
import { portalProcedure, recentLiveProcedure, recentPortalProcedure, requireScope, router } from "@/trpc/procedures"
import { dataSchema, listSchema, pageParameters, toPage } from "@/trpc/wire"

const overlaps = Object.keys(ROLL_OVERLAPS) as [RollOverlap, ...RollOverlap[]]
const key = z.object({ id: z.string() })

export const portalKeys = router({
  list: portalProcedure
    .output(z.object({ data: z.array(ApiKey) }))
    .query(async ({ ctx }) => ({ data: await listKeys(ctx.caller) })),
  get: portalProcedure
    .input(key)
    .output(dataSchema(ApiKey))
    .query(async ({ ctx, input }) => ({ data: await getKey(ctx.caller, input.id) })),
  events: portalProcedure
    .input(key)
    .output(z.object({ data: z.array(KeyEvent) }))
    .query(async ({ ctx, input }) => ({ data: await listKeyEvents(ctx.caller, input.id) })),
  create: recentLiveProcedure
    .input(CreateApiKey)
    .output(dataSchema(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await createKey(ctx, input, ctx.apiVersions) })),
  update: recentPortalProcedure
    .input(UpdateApiKey)
    .output(dataSchema(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await updateKey(ctx, input, ctx.apiVersions) })),
  roll: recentPortalProcedure
    .input(key.extend({ overlap: z.enum(overlaps) }))
    .output(dataSchema(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await rollKey(ctx, input.id, input.overlap) })),
  revoke: portalProcedure.input(key).mutation(({ ctx, input }) => revokeKey(ctx, input.id)),
  revokeMany: portalProcedure
    .input(z.object({ ids: z.array(z.string()).min(1).max(100) }))
    .output(z.object({ revoked: z.int() }))
    .mutation(async ({ ctx, input }) => ({ revoked: await revokeKeys(ctx, input.ids) })),
  /** The API versions that a key may have. */
  versions: portalProcedure
    .output(dataSchema(z.array(z.string())))
    .query(({ ctx }) => ({ data: [...ctx.apiVersions] })),
  recentCalls: portalProcedure
    .input(key)
    .output(z.object({ calls: z.int() }))
    .query(async ({ ctx, input }) => ({ calls: await countRecentCalls(ctx.caller, input.id) })),
})

/** The account's keys in the API. */
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
          "Lists the account's API keys in the credential's mode, without their secrets. Active keys come first, then the newest. Apps get 403. Create and roll keys in the portal.",
      },
    })
    .input(z.object(pageParameters()))
    .output(listSchema(ApiKeySummary))
    .query(async ({ ctx, input }) => toPage(input, await listKeySummaries(ctx.caller, input), (key) => key)),
})
