import { v7 as uuidv7 } from "uuid"
import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import type { LockAccount } from "@/features/staff-accounts/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"

interface Moved {
  id: string
  name: string
  email: string
  locale: string
}

/**
 * Ends an account's sessions and refuses its password, keys and tokens until it is unlocked; its holder gets the words by mail.
 * @throws Problem not_found; invalid_state, when it is locked already or the reader's own.
 */
export const lockAccount = (actor: Actor, input: LockAccount): Promise<void> =>
  move(actor, input, "locked", async (tx, id) => {
    const locked = await query<Moved>(
      "UPDATE account SET locked_at = now() WHERE id = $1 AND locked_at IS NULL AND deleted_at IS NULL AND id <> $2 RETURNING id, name, email, locale",
      [id, actor.caller.accountId],
      tx,
    )
    await query(
      "UPDATE session SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL",
      [locked[0]?.id ?? null],
      tx,
    )
    return locked
  })

/** @throws Problem not_found; invalid_state, when it is not locked. */
export const unlockAccount = (actor: Actor, input: LockAccount): Promise<void> =>
  move(actor, input, "unlocked", (tx, id) =>
    query<Moved>(
      "UPDATE account SET locked_at = NULL WHERE id = $1 AND locked_at IS NOT NULL AND deleted_at IS NULL RETURNING id, name, email, locale",
      [id],
      tx,
    ),
  )

const move = async (
  actor: Actor,
  { account, words }: LockAccount,
  to: "locked" | "unlocked",
  change: (tx: Queryable, id: string) => Promise<Moved[]>,
): Promise<void> => {
  const id = uuidOf("account", account)
  if (!id) throw new Problem("not_found")
  await transaction(async (tx) => {
    const [moved] = await change(tx, id)
    if (!moved) {
      const [there] = await query("SELECT FROM account WHERE id = $1 AND deleted_at IS NULL", [id], tx)
      if (!there) throw new Problem("not_found")
      throw new Problem("invalid_state", {
        message:
          id === actor.caller.accountId
            ? "Nobody locks their own account."
            : `This account cannot be ${to} as it stands now.`,
      })
    }
    await audit(tx, actor, `account.${to}`, id, { words })
    await addJob(tx, "send_mail", {
      id: `account-${to}-${uuidv7()}`,
      to: moved.email,
      locale: moved.locale,
      template: `account_${to}`,
      values: { name: moved.name, words, link: `${env.appUrl}/sign-in` },
    })
  })
  forgetCredentials()
}
