import { z } from "zod"
import { listPlatformApps } from "@/features/platform-apps/list-platform-apps"
import { PlatformApp, UpdateAppSetting } from "@/features/platform-apps/schema"
import { updateAppSetting } from "@/features/platform-apps/update-app-setting"
import { router, staffProcedure, recentStaffProcedure } from "@/trpc/procedures"

export const platformApps = router({
  list: staffProcedure
    .output(z.object({ data: z.array(PlatformApp) }))
    .query(async () => ({ data: await listPlatformApps() })),
  switch: recentStaffProcedure.input(UpdateAppSetting).mutation(({ ctx, input }) => updateAppSetting(ctx, input)),
})
