import { z } from "zod"
import { listSessions } from "@/features/sessions/list-sessions"
import { revokeOtherSessions, revokeSession } from "@/features/sessions/revoke-session"
import { portalProcedure, router } from "@/trpc/procedures"
import { timestamp, toTimestamp } from "@/trpc/wire"

const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: timestamp,
  last_seen_at: timestamp,
})

export const sessions = router({
  list: portalProcedure.output(z.object({ data: z.array(Session) })).query(async ({ ctx }) => ({
    data: (await listSessions(ctx.caller)).map(({ userAgent, createdAt, lastSeenAt, ...session }) => ({
      ...session,
      user_agent: userAgent,
      created_at: toTimestamp(createdAt),
      last_seen_at: toTimestamp(lastSeenAt),
    })),
  })),
  revoke: portalProcedure
    .meta({ unverified: true })
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => revokeSession(ctx.caller, input.id)),
  revokeOthers: portalProcedure
    .meta({ unverified: true })
    .output(z.object({ revoked: z.int() }))
    .mutation(async ({ ctx }) => ({ revoked: await revokeOtherSessions(ctx) })),
})
