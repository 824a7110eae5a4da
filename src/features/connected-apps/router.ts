import { z } from "zod"
import { listConnectedApps } from "@/features/connected-apps/list-connected-apps"
import { removeConnectedApp } from "@/features/connected-apps/remove-connected-app"
import { ConnectedApp } from "@/features/connected-apps/schema"
import { portalProcedure, router } from "@/trpc/procedures"

export const connectedApps = router({
  list: portalProcedure
    .output(z.object({ data: z.array(ConnectedApp) }))
    .query(async ({ ctx }) => ({ data: await listConnectedApps(ctx.caller) })),
  remove: portalProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => removeConnectedApp(ctx, input.id)),
})
