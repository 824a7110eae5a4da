import { credentialTransaction } from "@/auth/bearer"
import { lockAccount } from "@/auth/lock-account"
import { ADDRESSEE, tellAddressee } from "@/auth/tell-account"
import { invalid, Problem } from "@/domain/problem"
import { deleteFactors, endAccess } from "@/features/accounts/end-access"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { withdrawDeliveries } from "@/webhooks/endpoints/endpoint-state"

const LEAVING = {
  ...ADDRESSEE,
  emailVerifiedAt: true,
  roles: true,
  storeMember: { select: { role: true } },
} satisfies Prisma.AccountSelect

/**
 * Deletes an account. Keys, sessions, endpoints, apps and what apps were allowed end at once. Orders stay for the stores and the tax
 * office, under an account that names nobody; the addresses of those that are over go now, of the others when they are over.
 * @param confirmation the account's e-mail address, typed
 * @throws Problem validation_failed, for another address; invalid_state, for the owner of a store, and for staff
 */
export const deleteAccount = async (actor: Actor, confirmation: string): Promise<void> => {
  const { accountId } = actor.caller
  const endpoints = await credentialTransaction(async (tx) => {
    await lockAccount(tx, accountId)
    const account = await tx.account.findUnique({ where: { id: accountId, deletedAt: null }, select: LEAVING })
    if (!account) throw new Problem("not_found")
    // The column's own comparison, which takes no note of case.
    if ((await tx.account.count({ where: { id: accountId, email: confirmation.trim() } })) === 0)
      throw invalid("confirmation", "wrong", "This is not the address of the account.")
    if (account.storeMember?.role === "owner")
      throw new Problem("invalid_state", { message: "You own a store: hand it over first." })
    if (account.roles.includes("staff"))
      throw new Problem("invalid_state", { message: "An account of the staff cannot delete itself." })
    const ended = await endAccess(tx, accountId, null)
    await tx.session.updateMany({ where: { accountId }, data: { ip: null, userAgent: null } })
    await tx.oauthAppTester.deleteMany({ where: { email: account.email } })
    await tx.storeInvitation.deleteMany({ where: { email: account.email } })
    await deleteOwn(tx, accountId)
    const now = new Date()
    await tx.account.updateMany({
      where: { id: accountId },
      data: {
        email: `deleted-${accountId}@deleted.invalid`,
        name: "Deleted account",
        passwordHash: null,
        phone: null,
        phoneVerifiedAt: null,
        emailVerifiedAt: null,
        avatarPath: null,
        roles: [],
        lockedAt: now,
        deletedAt: now,
      },
    })
    await forgetAddresses(tx)
    await audit(queryableOf(tx), actor, "account.deleted", accountId)
    // An address that was never proved is a stranger's, who has no account.
    if (account.emailVerifiedAt) await tellAddressee(queryableOf(tx), account, "account_deleted", "/")
    return ended
  })
  for (const endpoint of endpoints) await withdrawDeliveries(endpoint)
}

/** What belongs to nobody else and goes at once. */
async function deleteOwn(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await deleteFactors(tx, accountId)
  const own = { where: { accountId } }
  await tx.address.deleteMany(own)
  await tx.emailToken.deleteMany(own)
  await tx.avatar.deleteMany(own)
  await tx.idempotencyKey.deleteMany(own)
  await tx.storeMember.deleteMany(own)
  await tx.accountUsage.deleteMany(own)
  await tx.accountUsageDuration.deleteMany(own)
}

/** Takes people out of the delivery addresses of deleted accounts, once their orders are over. A city and its PIN code name nobody. */
export async function forgetAddresses(tx: Prisma.TransactionClient): Promise<void> {
  await tx.deliveryAddress.updateMany({
    where: {
      line1: { not: "-" },
      order: { status: { in: ["delivered", "cancelled"] }, account: { deletedAt: { not: null } } },
    },
    data: { name: "-", phone: "-", line1: "-", line2: null, landmark: null },
  })
}
