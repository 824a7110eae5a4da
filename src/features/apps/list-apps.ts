import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

const APP_SELECT = {
  key: true,
  name: true,
  shortName: true,
  description: true,
  urlPath: true,
  iconPath: true,
  accentColor: true,
  installable: true,
  maintenance: true,
} satisfies Prisma.PlatformAppSelect

type PublicApp = Prisma.PlatformAppGetPayload<{ select: typeof APP_SELECT }>

const PUBLIC_APPS = { isPublic: true, enabled: true } satisfies Prisma.PlatformAppWhereInput

/** The apps that are public and enabled, in the platform's order. */
export async function listApps(request: PageRequest): Promise<Page<PublicApp>> {
  const [rows, total] = await Promise.all([
    prisma().platformApp.findMany({
      where: PUBLIC_APPS,
      select: APP_SELECT,
      orderBy: [{ position: "asc" }, { key: "asc" }],
      take: request.per_page,
      skip: offsetOf(request),
    }),
    prisma().platformApp.count({ where: PUBLIC_APPS }),
  ])
  return { rows, total }
}
