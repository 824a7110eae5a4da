import { prisma } from "@/platform/db/prisma"

const AVATAR_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/

/** An uploaded avatar, a PNG; null if there is no such file. */
export async function getAvatar(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [, id] = AVATAR_FILE.exec(file) ?? []
  const avatar =
    id === undefined ? null : await prisma().avatar.findUnique({ where: { id }, select: { picture: true } })
  return avatar?.picture ?? null
}
