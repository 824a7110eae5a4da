import { v4 as uuidv4 } from "uuid"
import { lockAccountRow } from "@/auth/lock-account-row"
import { Problem } from "@/domain/problem"
import type { UpdateProfile } from "@/features/profile/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { reencodeImage } from "@/platform/images/reencode-image"

const AVATAR_OPTIONS = { param: "avatar", bytesMax: 512 * 1024, side: 256, fit: "cover" } as const

/** Stores a picture under a name that is hard to guess and never reused. */
async function storeAvatar(
  tx: Prisma.TransactionClient,
  accountId: string,
  picture: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const id = uuidv4()
  await tx.avatar.create({ data: { id, accountId, picture }, select: { id: true } })
  return `/media/avatars/${id}.png`
}

/**
 * Changes an account's public profile, and its language.
 * @throws Problem validation_failed, for an invalid picture
 */
export async function updateProfile(actor: Actor, { name, locale, avatar }: UpdateProfile): Promise<void> {
  const { accountId } = actor.caller
  const picture = typeof avatar === "string" ? await reencodeImage(avatar, { ...AVATAR_OPTIONS, accountId }) : avatar
  await prismaTransaction(async (tx) => {
    if (!(await lockAccountRow(tx, accountId))) throw new Problem("not_found")
    if (picture !== undefined) await tx.avatar.deleteMany({ where: { accountId } })
    await tx.account.updateMany({
      where: { id: accountId },
      data: {
        ...(name !== undefined && { name }),
        ...(locale !== undefined && { locale }),
        ...(picture !== undefined && {
          avatarPath: picture === null ? null : await storeAvatar(tx, accountId, picture),
        }),
      },
    })
    const changed = [
      name !== undefined && "name",
      locale !== undefined && "locale",
      picture !== undefined && "avatar",
    ].filter(Boolean) as string[]
    if (changed.length > 0) await audit(queryableOf(tx), actor, "account.profile_updated", accountId, { changed })
  })
}
