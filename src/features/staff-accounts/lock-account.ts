import { v7 as uuidv7 } from "uuid"
import { credentialTransaction } from "@/auth/api-key"
import { lockAccountRow } from "@/auth/lock-account-row"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import type { LockAccount } from "@/features/staff-accounts/schema"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Ends an account's sessions and rejects its password, keys and tokens until it is unlocked; its holder gets the
 * message by email.
 * @throws Problem not_found; invalid_state, when it is already locked or the staff member's own.
 */
export function lockAccount(actor: Actor, input: LockAccount): Promise<void> {
  return changeLock(actor, input, "locked", async (tx, accountId) => {
    const now = new Date()
    await tx.session.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: now } })
    await tx.emailChange.updateMany({ where: { accountId, endedAt: null }, data: { endedAt: now } })
  })
}

/** @throws Problem not_found; invalid_state, when it is not locked. */
export function unlockAccount(actor: Actor, input: LockAccount): Promise<void> {
  return changeLock(actor, input, "unlocked")
}

async function changeLock(
  actor: Actor,
  { account, message }: LockAccount,
  state: "locked" | "unlocked",
  onChanged?: (tx: Prisma.TransactionClient, accountId: string) => Promise<void>,
): Promise<void> {
  const id = parsePublicId("account", account)
  if (!id) throw new Problem("not_found")
  const own = id === actor.caller.accountId
  await credentialTransaction(async (tx) => {
    await lockAccountRow(tx, id)
    const found = await tx.account.findUnique({
      where: { id, deletedAt: null },
      select: { name: true, email: true, locale: true, updatedAt: true },
    })
    if (!found) throw new Problem("not_found")
    // The claim updated_at says when the profile changed, which a lock does not affect.
    const { updatedAt } = found
    const changed =
      state === "unlocked"
        ? await tx.account.updateMany({
            where: { id, lockedAt: { not: null } },
            data: { lockedAt: null, updatedAt },
          })
        : own
          ? null
          : await tx.account.updateMany({ where: { id, lockedAt: null }, data: { lockedAt: new Date(), updatedAt } })
    if (changed?.count !== 1)
      throw new Problem("invalid_state", {
        message: own ? "You cannot lock your own account." : `This account cannot be ${state} in its current state.`,
      })
    await onChanged?.(tx, id)
    await audit(queryableOf(tx), actor, `account.${state}`, id, { message })
    await addJob(queryableOf(tx), "send_mail", {
      id: `account-${state}-${uuidv7()}`,
      to: found.email,
      locale: found.locale,
      template: `account_${state}`,
      values: { name: found.name, words: message, link: `${env.appUrl}/sign-in` },
    })
  })
}
