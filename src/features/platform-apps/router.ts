import { z } from "zod"
import { listPlatformApps } from "@/features/platform-apps/list-platform-apps"
import { PlatformApp, SwitchApp } from "@/features/platform-apps/schema"
import { switchApp } from "@/features/platform-apps/switch-app"
import { router, staff, staffRecent } from "@/trpc/procedures"

export const platformApps = router({
  list: staff.output(z.object({ data: z.array(PlatformApp) })).query(async () => ({ data: await listPlatformApps() })),
  switch: staffRecent.input(SwitchApp).mutation(({ ctx, input }) => switchApp(ctx, input)),
})
