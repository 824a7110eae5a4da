import { prisma } from "@/platform/db/prisma"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The logo of a version, a PNG; null if there is none. Logos are public, and the id is hard to guess. */
export async function getLogo(versionId: string): Promise<Buffer | null> {
  if (!UUID.test(versionId)) return null
  const version = await prisma().oauthAppVersion.findFirst({
    where: { id: versionId, app: { deletedAt: null } },
    select: { logo: true },
  })
  return version?.logo ? Buffer.from(version.logo) : null
}
