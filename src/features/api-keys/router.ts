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
import { portal, portalRecent, router } from "@/trpc/procedures"
import { one } from "@/trpc/wire"

const overlaps = Object.keys(ROLL_OVERLAPS) as [RollOverlap, ...RollOverlap[]]
const key = z.object({ id: z.string() })

export const apiKeys = router({
  list: portal
    .output(z.object({ data: z.array(ApiKey) }))
    .query(async ({ ctx }) => ({ data: await listKeys(ctx.caller) })),
  create: portalRecent
    .input(CreateApiKey)
    .output(one(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await createKey(ctx, input) })),
  update: portalRecent
    .input(UpdateApiKey)
    .output(one(ApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await updateKey(ctx, input) })),
  roll: portalRecent
    .input(key.extend({ overlap: z.enum(overlaps) }))
    .output(one(NewApiKey))
    .mutation(async ({ ctx, input }) => ({ data: await rollKey(ctx, input.id, input.overlap) })),
  revoke: portal.input(key).mutation(({ ctx, input }) => revokeKey(ctx, input.id)),
  recentCalls: portal
    .input(key)
    .output(z.object({ calls: z.int() }))
    .query(async ({ ctx, input }) => ({ calls: await countRecentCalls(ctx.caller, input.id) })),
})
