import type { PlatformApp } from "@/features/platform-apps/schema"
import { query } from "@/platform/db"

/** All of the platform's own apps, those too that nobody else sees, in its own order. */
export const listPlatformApps = (): Promise<PlatformApp[]> =>
  query<PlatformApp>(
    "SELECT key, name, description, icon_path AS icon, is_public, enabled, maintenance FROM platform_app ORDER BY position, key",
    [],
  )
