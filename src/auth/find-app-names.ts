import { prisma } from "@/platform/db/prisma"

/** The names of apps by their ids: that of the approved version, or else of the newest. */
export async function findAppNames(appIds: string[]): Promise<Map<string, string>> {
  const versions = await prisma().oauthAppVersion.findMany({
    where: { appId: { in: [...new Set(appIds)] } },
    select: { appId: true, name: true, status: true },
    orderBy: { number: "asc" },
  })
  const approved = versions.filter(({ status }) => status === "approved")
  return new Map([...versions, ...approved].map(({ appId, name }) => [appId, name]))
}
