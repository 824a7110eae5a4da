import { prisma } from "@/platform/db/prisma"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The logo of a version, a PNG; null when there is none. The id is not to be guessed, and logos are made to be shown. */
export const getLogo = async (versionId: string): Promise<Buffer | null> => {
  if (!UUID.test(versionId)) return null
  const version = await prisma().oauthAppVersion.findFirst({
    where: { id: versionId, app: { deletedAt: null } },
    select: { logo: true },
  })
  return version?.logo ? Buffer.from(version.logo) : null
}
