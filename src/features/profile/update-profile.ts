import { v4 as uuidv4 } from "uuid"
import { Problem } from "@/domain/problem"
import type { UpdateProfile } from "@/features/profile/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { redrawPicture } from "@/platform/redraw-picture"

const AVATAR = { param: "avatar", bytesMax: 512 * 1024, side: 256, fit: "cover" } as const

/** Keeps a picture under an address that nobody can guess and that is never another picture's. */
const keepAvatar = async (tx: Queryable, accountId: string, picture: Buffer): Promise<string> => {
  const id = uuidv4()
  await query("INSERT INTO avatar (id, account_id, picture) VALUES ($1, $2, $3)", [id, accountId, picture], tx)
  return `/media/avatars/${id}.png`
}

/**
 * Changes what others see of an account, and its language.
 * @throws Problem validation_failed, for what is no picture
 */
export const updateProfile = async (actor: Actor, { name, locale, avatar }: UpdateProfile): Promise<void> => {
  const { accountId } = actor.caller
  const picture = typeof avatar === "string" ? await redrawPicture(avatar, { ...AVATAR, accountId }) : avatar
  await transaction(async (tx) => {
    const [account] = await query<{ avatar_path: string | null }>(
      "SELECT avatar_path FROM account WHERE id = $1 FOR UPDATE",
      [accountId],
      tx,
    )
    if (!account) throw new Problem("not_found")
    if (picture !== undefined) await query("DELETE FROM avatar WHERE account_id = $1", [accountId], tx)
    const path =
      picture === undefined ? account.avatar_path : picture === null ? null : await keepAvatar(tx, accountId, picture)
    await query(
      "UPDATE account SET name = coalesce($2, name), locale = coalesce($3, locale), avatar_path = $4, updated_at = now() WHERE id = $1",
      [accountId, name ?? null, locale ?? null, path],
      tx,
    )
    const changed = [
      name !== undefined && "name",
      locale !== undefined && "locale",
      picture !== undefined && "avatar",
    ].filter(Boolean) as string[]
    if (changed.length > 0) await audit(tx, actor, "account.profile_updated", accountId, { changed })
  })
}
