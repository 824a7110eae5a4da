import type { PlatformApp } from "@/features/platform-apps/schema"
import { prisma } from "@/platform/db/prisma"

/** All of the platform's own apps, including hidden ones, in the platform's order. */
export async function listPlatformApps(): Promise<PlatformApp[]> {
  const apps = await prisma().platformApp.findMany({ orderBy: [{ position: "asc" }, { key: "asc" }] })
  return apps.map(({ key, name, description, iconPath, isPublic, enabled, maintenance }) => ({
    key,
    name,
    description,
    icon: iconPath,
    is_public: isPublic,
    enabled,
    maintenance,
  }))
}
