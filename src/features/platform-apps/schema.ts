import { z } from "zod"

export const PlatformApp = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Whether GET /apps lists it while it is enabled. */
  is_public: z.boolean(),
  enabled: z.boolean(),
  maintenance: z.boolean(),
})

export type PlatformApp = z.output<typeof PlatformApp>

const APP_SETTINGS = ["enabled", "maintenance"] as const

export const UpdateAppSetting = z.object({ key: z.string(), setting: z.enum(APP_SETTINGS), on: z.boolean() })
export type UpdateAppSetting = z.output<typeof UpdateAppSetting>
