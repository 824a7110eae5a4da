import { z } from "zod"
import { listConnectedApps } from "@/features/connected-apps/list-connected-apps"
import { removeConnectedApps } from "@/features/connected-apps/remove-connected-apps"
import { ConnectedApp } from "@/features/connected-apps/schema"
import { portalProcedure, router } from "@/trpc/procedures"

export const connectedApps = router({
  list: portalProcedure
    .output(z.object({ data: z.array(ConnectedApp) }))
    .query(async ({ ctx }) => ({ data: await listConnectedApps(ctx.caller) })),
  remove: portalProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => removeConnectedApps(ctx, [input.id])),
  removeMany: portalProcedure
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(100) }))
    .mutation(({ ctx, input }) => removeConnectedApps(ctx, input.ids)),
})
