import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

const APP = {
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

export type PublicApp = Prisma.PlatformAppGetPayload<{ select: typeof APP }>

const SHOWN = { isPublic: true, enabled: true } satisfies Prisma.PlatformAppWhereInput

/** The apps that are public and enabled, in the platform's order. */
export const listApps = async (request: PageRequest): Promise<Page<PublicApp>> => {
  const [rows, total] = await Promise.all([
    prisma().platformApp.findMany({
      where: SHOWN,
      select: APP,
      orderBy: [{ position: "asc" }, { key: "asc" }],
      take: request.per_page,
      skip: offsetOf(request),
    }),
    prisma().platformApp.count({ where: SHOWN }),
  ])
  return { rows, total }
}
