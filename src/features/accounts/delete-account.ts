import { credentialTransaction } from "@/auth/api-key"
import { lockAccountRow } from "@/auth/lock-account-row"
import { RECIPIENT_SELECT, queueAccountMail } from "@/auth/account-mail"
import { invalid, Problem } from "@/domain/problem"
import { deleteAuthenticators, revokeAccessAndIntegrations } from "@/features/accounts/revoke-access-and-integrations"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { deleteSandbox } from "@/sandbox/delete-sandbox"
import { cancelEndpointDeliveries } from "@/webhooks/endpoints/pending-deliveries"

const ACCOUNT_TO_DELETE_SELECT = {
  ...RECIPIENT_SELECT,
  emailVerifiedAt: true,
  roles: true,
  storeMember: { select: { role: true } },
} satisfies Prisma.AccountSelect

/**
 * Deletes an account. Keys, sessions, endpoints, apps and grants end immediately.
 * Orders stay for the stores and for tax law, under an anonymous account. Their delivery addresses are removed now or,
 * for open orders, when they are completed.
 * @param confirmation the account's email address, as typed
 * @throws Problem validation_failed, for another address; invalid_state, for the owner of a store, and for staff
 */
export async function deleteAccount(actor: Actor, confirmation: string): Promise<void> {
  const { accountId } = actor.caller
  const endpoints = await credentialTransaction(async (tx) => {
    await lockAccountRow(tx, accountId)
    const account = await tx.account.findUnique({
      where: { id: accountId, deletedAt: null },
      select: ACCOUNT_TO_DELETE_SELECT,
    })
    if (!account) throw new Problem("not_found")
    // The comparison of the column (citext) ignores case.
    if ((await tx.account.count({ where: { id: accountId, email: confirmation.trim() } })) === 0)
      throw invalid("confirmation", "wrong", "This is not the account's email address.")
    if (account.storeMember?.role === "owner")
      throw new Problem("invalid_state", { message: "You own a store. Transfer it first." })
    if (account.roles.includes("staff"))
      throw new Problem("invalid_state", { message: "A staff account cannot be deleted by its holder." })
    const deletedEndpoints = await revokeAccessAndIntegrations(tx, accountId, null)
    await tx.session.updateMany({ where: { accountId }, data: { ip: null, userAgent: null } })
    await tx.oauthAppTester.deleteMany({ where: { email: account.email } })
    await tx.storeInvitation.deleteMany({ where: { email: account.email } })
    await deletePersonalData(tx, accountId)
    await deleteSandbox(queryableOf(tx), accountId)
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
    await anonymizeDeliveryAddresses(tx)
    await audit(queryableOf(tx), actor, "account.deleted", accountId)
    // An unconfirmed address may belong to a stranger, who is not notified.
    if (account.emailVerifiedAt) await queueAccountMail(queryableOf(tx), account, "account_deleted", "/")
    return deletedEndpoints
  })
  for (const endpoint of endpoints) await cancelEndpointDeliveries(endpoint)
}

/** Deletes the data that belongs to this account alone. */
async function deletePersonalData(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await deleteAuthenticators(tx, accountId)
  const ofAccount = { where: { accountId } }
  await tx.address.deleteMany(ofAccount)
  await tx.emailToken.deleteMany(ofAccount)
  await tx.avatar.deleteMany(ofAccount)
  await tx.idempotencyKey.deleteMany(ofAccount)
  await tx.storeMember.deleteMany(ofAccount)
  await tx.accountUsage.deleteMany(ofAccount)
  await tx.accountUsageDuration.deleteMany(ofAccount)
}

/**
 * Removes names and streets from the delivery addresses of deleted accounts, once their orders are completed. A city
 * and its PIN code identify no person.
 */
export async function anonymizeDeliveryAddresses(tx: Prisma.TransactionClient): Promise<void> {
  await tx.deliveryAddress.updateMany({
    where: {
      line1: { not: "-" },
      order: { status: { in: ["delivered", "cancelled"] }, account: { deletedAt: { not: null } } },
    },
    data: { name: "-", phone: "-", line1: "-", line2: null, landmark: null },
  })
}
