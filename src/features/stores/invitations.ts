import { v7 as uuidv7 } from "uuid"
import { credentialTransaction } from "@/auth/api-key"
import { lockAccountRow } from "@/auth/lock-account-row"
import { normalizeMailbox } from "@/domain/email-address"
import { Problem } from "@/domain/problem"
import { DAY_SECONDS } from "@/domain/time-units"
import { lockOwnedStore } from "@/features/stores/own-membership"
import type { Invitation, Invite } from "@/features/stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { toTimestamp } from "@/trpc/wire"

const INVITATION_DAYS = 14
const INVITATIONS_MAX = 50

/**
 * Daily limits of invitations: by one account, and to one mailbox over all stores. Withdrawing one does not refund it.
 */
const PER_INVITER = 20
const PER_RECIPIENT = 3

/**
 * Invites a person to the store by email address, for 14 days. The response is the same whether or not the address has
 * an account.
 * @throws Problem not_found, for members who are not the owner; invalid_state, at 50 invitations, for an existing
 * member, or while the store is not approved; rate_limit_exceeded.
 */
export function invite(actor: Actor, { email, role }: Invite): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const store = await lockOwnedStore(tx, accountId)
    if (store.status !== "approved")
      throw new Problem("invalid_state", { message: "Only an approved store can invite members." })
    if ((await tx.storeMember.count({ where: { storeId: store.id, account: { email } } })) > 0)
      throw new Problem("invalid_state", { message: "This person is already a member of the store." })
    await consumeOrThrow(`invite:by:${accountId}`, PER_INVITER, DAY_SECONDS)
    await consumeOrThrow(`invite:to:${normalizeMailbox(email)}`, PER_RECIPIENT, DAY_SECONDS)
    // The lock on the store's row keeps two requests from both writing the 50th.
    const otherInvitations = await tx.storeInvitation.count({ where: { storeId: store.id, email: { not: email } } })
    if (otherInvitations >= INVITATIONS_MAX)
      throw new Problem("invalid_state", {
        message: `A store has at most ${INVITATIONS_MAX} invitations; withdraw one first.`,
      })
    const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_SECONDS * 1000)
    await tx.storeInvitation.upsert({
      where: { storeId_email: { storeId: store.id, email } },
      create: { storeId: store.id, email, role, expiresAt },
      update: { role, expiresAt },
    })
    await audit(queryableOf(tx), actor, "store.invited", String(store.id), { role })
    const invitee = await tx.account.findUnique({ where: { email }, select: { name: true, locale: true } })
    const inviter = await tx.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { name: true, locale: true },
    })
    await addJob(queryableOf(tx), "send_mail", {
      id: `store-invitation-${uuidv7()}`,
      to: email,
      locale: (invitee ?? inviter).locale,
      template: "store_invitation",
      values: {
        name: invitee?.name ?? email,
        inviter: inviter.name,
        store: store.name,
        role,
        link: `${env.appUrl}/store`,
      },
    })
  })
}

/** The stores that have invited the account, by its confirmed address. */
export async function listInvitations(accountId: string): Promise<Invitation[]> {
  const email = await verifiedEmail(prisma(), accountId)
  if (email === null) return []
  const invitations = await prisma().storeInvitation.findMany({
    where: { email, expiresAt: { gt: new Date() }, store: { status: { not: "suspended" } } },
    select: { role: true, expiresAt: true, store: { select: { slug: true, name: true } } },
    orderBy: { createdAt: "desc" },
  })
  return invitations.map(({ store, role, expiresAt }) => ({
    store: store.slug,
    name: store.name,
    role: role as Invitation["role"],
    expires_at: toTimestamp(expiresAt),
  }))
}

async function verifiedEmail(db: Prisma.TransactionClient, accountId: string): Promise<string | null> {
  const account = await db.account.findUnique({
    where: { id: accountId, emailVerifiedAt: { not: null } },
    select: { email: true },
  })
  return account?.email ?? null
}

/**
 * Accepts or declines an invitation, once.
 * @throws Problem not_found; invalid_state, when the account is already a member of a store.
 */
export async function respondToInvitation(actor: Actor, slug: string, accept: boolean): Promise<void> {
  const { accountId } = actor.caller
  await credentialTransaction(async (tx) => {
    await lockAccountRow(tx, accountId)
    const { storeId, role } = await consumeInvitation(tx, accountId, slug)
    if (!accept) return audit(queryableOf(tx), actor, "store.invitation_declined", String(storeId))
    const joined = await tx.storeMember.createMany({ data: { storeId, accountId, role }, skipDuplicates: true })
    if (joined.count === 0)
      throw new Problem("invalid_state", {
        message: "An account can be a member of one store only. Leave the other one first.",
      })
    await audit(queryableOf(tx), actor, "store.joined", String(storeId), { role })
  })
}

/** @throws Problem not_found, also when the owner withdraws it or changes its role at this moment. */
async function consumeInvitation(
  tx: Prisma.TransactionClient,
  accountId: string,
  slug: string,
): Promise<{ storeId: number; role: string }> {
  const email = slug.includes("\0") ? null : await verifiedEmail(tx, accountId)
  const invitation =
    email === null
      ? null
      : await tx.storeInvitation.findFirst({
          where: { email, store: { slug } },
          select: { storeId: true, email: true, role: true },
        })
  const deleted =
    invitation && (await tx.storeInvitation.deleteMany({ where: { ...invitation, expiresAt: { gt: new Date() } } }))
  if (!invitation || deleted?.count !== 1) throw new Problem("not_found")
  return invitation
}
