import { UUID_PATTERN } from "@/domain/uuid"
import { prisma } from "@/platform/db/prisma"

/** The logo of a version, a PNG; null if there is none. Logos are public, and the id is hard to guess. */
export async function getLogo(versionId: string): Promise<Buffer | null> {
  if (!UUID_PATTERN.test(versionId)) return null
  const version = await prisma().oauthAppVersion.findFirst({
    where: { id: versionId, app: { deletedAt: null } },
    select: { logo: true },
  })
  return version?.logo ? Buffer.from(version.logo) : null
}
