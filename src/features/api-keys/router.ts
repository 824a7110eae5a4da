import { z } from "zod"
import { countRecentCalls } from "@/features/api-keys/count-recent-calls"
import { createKey } from "@/features/api-keys/create-key"
import { listKeys } from "@/features/api-keys/list-keys"
import { revokeKey } from "@/features/api-keys/revoke-key"
import { rollKey } from "@/features/api-keys/roll-key"
import {
  ApiKey,
  CreateApiKey,
  NewApiKey,
  ROLL_OVERLAPS,
  type RollOverlap,
  UpdateApiKey,
} from "@/features/api-keys/schema"
import { updateKey } from "@/features/api-keys/update-key"
import { portalProcedure, recentPortalProcedure, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

const overlaps = Object.keys(ROLL_OVERLAPS) as [RollOverlap, ...RollOverlap[]]
const key = z.object({ id: z.string() })

export const apiKeys = router({
  list: portalProcedure
    .output(z.object({ data: z.array(ApiKey) }))
    .query(async ({ ctx }) => ({ data: await listKeys(ctx.caller) })),
  create: recentPortalProcedure
    .input(CreateApiKey)
    .output(dataSchema(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await createKey(ctx, input) })),
  update: recentPortalProcedure
    .input(UpdateApiKey)
    .output(dataSchema(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await updateKey(ctx, input) })),
  roll: recentPortalProcedure
    .input(key.extend({ overlap: z.enum(overlaps) }))
    .output(dataSchema(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await rollKey(ctx, input.id, input.overlap) })),
  revoke: portalProcedure.input(key).mutation(({ ctx, input }) => revokeKey(ctx, input.id)),
  recentCalls: portalProcedure
    .input(key)
    .output(z.object({ calls: z.int() }))
    .query(async ({ ctx, input }) => ({ calls: await countRecentCalls(ctx.caller, input.id) })),
})
