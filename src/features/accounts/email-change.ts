import { v7 as uuidv7 } from "uuid"
import { DAY_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { lockAccountRow } from "@/auth/lock-account-row"
import { RECIPIENT_SELECT, queueAccountMail } from "@/auth/account-mail"
import { invalid, Problem } from "@/domain/problem"
import { type Actor, audit, type RequestOrigin } from "@/platform/audit"
import { isUniqueViolation } from "@/platform/db/errors"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"

const PER_DAY = 5
const LINK_LIFETIME_SECONDS = DAY_SECONDS
type AddressSide = "old" | "new"

function openChange() {
  return { endedAt: null, expiresAt: { gt: new Date() } } satisfies Prisma.EmailChangeWhereInput
}

/**
 * Starts a change of the account's email address: sends a link to the old and to the new one. An earlier open change is
 * cancelled.
 * @throws Problem validation_failed, for the current address; rate_limit_exceeded
 */
export async function requestEmailChange(actor: Actor, email: string): Promise<void> {
  const { accountId } = actor.caller
  await consumeOrThrow(`change-email:${accountId}`, PER_DAY, DAY_SECONDS)
  await prismaTransaction(async (tx) => {
    const queryable = queryableOf(tx)
    await lockAccountRow(tx, accountId)
    const account = await tx.account.findUnique({ where: { id: accountId }, select: RECIPIENT_SELECT })
    if (!account) throw new Problem("not_found")
    // The comparison of the column (citext) ignores case.
    if ((await tx.account.count({ where: { id: accountId, email } })) > 0)
      throw invalid("email", "same", "The account already has this email address.")
    await tx.emailChange.updateMany({ where: { accountId, endedAt: null }, data: { endedAt: new Date() } })
    const [oldToken, newToken] = [mintLinkToken(), mintLinkToken()]
    await tx.emailChange.create({
      data: {
        id: uuidv7(),
        accountId,
        oldEmail: account.email,
        newEmail: email,
        oldHash: sha256(oldToken),
        newHash: sha256(newToken),
        expiresAt: secondsFromNow(LINK_LIFETIME_SECONDS),
      },
    })
    await audit(queryable, actor, "account.email_change_requested", accountId)
    await queueAccountMail(
      queryable,
      account,
      { template: "email_change_old", email },
      `/confirm-email-change?token=${oldToken}`,
    )
    // Only the owner of the new address learns whether it already has an account.
    await queueAccountMail(
      queryable,
      { ...account, email },
      { template: "email_change_new", email },
      `/confirm-email-change?token=${newToken}`,
    )
  })
}

const EMAIL_CHANGE_SELECT = {
  id: true,
  accountId: true,
  oldEmail: true,
  newEmail: true,
  oldHash: true,
  oldConfirmedAt: true,
  newConfirmedAt: true,
} satisfies Prisma.EmailChangeSelect

type EmailChange = Prisma.EmailChangeGetPayload<{ select: typeof EMAIL_CHANGE_SELECT }> & { end: AddressSide }

function invalidLinkProblem(): Problem {
  return new Problem("not_found", { message: "This link has been used or cancelled, or has expired." })
}

async function findChange(token: string, db: Prisma.TransactionClient = prisma()): Promise<EmailChange> {
  if (!isBase64urlOf32Bytes(token)) throw invalidLinkProblem()
  const hash = sha256(token)
  const change = await db.emailChange.findFirst({
    where: { OR: [{ oldHash: hash }, { newHash: hash }], ...openChange() },
    select: EMAIL_CHANGE_SELECT,
  })
  if (!change) throw invalidLinkProblem()
  return { ...change, end: hash.equals(change.oldHash) ? "old" : "new" }
}

interface EmailChangeView {
  end: AddressSide
  new_email: string
  /** Whether this side has already confirmed. */
  confirmed: boolean
}

/** Returns the change that a link from an email refers to. @throws Problem not_found */
export async function getEmailChange(token: string, ip: string | null): Promise<EmailChangeView> {
  await consumeOrThrow(`email-change-link:${rateLimitSubject(ip)}`, 60, 60)
  const { end, newEmail, oldConfirmedAt, newConfirmedAt } = await findChange(token)
  return { end, new_email: newEmail, confirmed: (end === "old" ? oldConfirmedAt : newConfirmedAt) !== null }
}

/**
 * Confirms the change for one of the two addresses; the second confirmation applies it.
 * @returns whether it was applied
 * @throws Problem not_found; invalid_state, when another account has the new address by now
 */
export async function confirmEmailChange(token: string, { ip, requestId }: RequestOrigin): Promise<boolean> {
  const outcome = await prismaTransaction(async (tx) => {
    const { id, accountId, end, oldEmail, newEmail, oldConfirmedAt, newConfirmedAt } = await findChange(token, tx)
    const now = new Date()
    const confirmed = await tx.emailChange.updateMany({
      where: { id, ...openChange() },
      data: end === "old" ? { oldConfirmedAt: oldConfirmedAt ?? now } : { newConfirmedAt: newConfirmedAt ?? now },
    })
    if (confirmed.count === 0) throw invalidLinkProblem()
    // The row is locked: if both sides confirm simultaneously, the later one sees both confirmations.
    const ended = await tx.emailChange.updateMany({
      where: { id, endedAt: null, oldConfirmedAt: { not: null }, newConfirmedAt: { not: null } },
      data: { endedAt: now },
    })
    if (ended.count === 0) return "waiting"
    if ((await tx.account.count({ where: { email: newEmail, id: { not: accountId } } })) > 0) return "taken"
    const changed = await tx.account.updateMany({
      where: { id: accountId, email: oldEmail, emailVerifiedAt: { not: null }, lockedAt: null },
      data: { email: newEmail, emailVerifiedAt: now },
    })
    if (changed.count === 0) return "taken"
    // Links that were sent to the old address must not work any more.
    await tx.emailToken.updateMany({ where: { accountId, usedAt: null }, data: { usedAt: now } })
    const queryable = queryableOf(tx)
    const caller = { kind: "system", accountId } as const
    await audit(queryable, { caller, ip, requestId }, "account.email_changed", accountId)
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: RECIPIENT_SELECT })
    for (const email of [oldEmail, newEmail])
      await queueAccountMail(
        queryable,
        { ...account, email },
        { template: "email_changed", email: newEmail },
        "/settings/account",
      )
    return "changed"
  }).catch((error: unknown) => {
    // Another account has just taken the address.
    if (isUniqueViolation(error)) return "taken"
    throw error
  })
  if (outcome === "taken") throw new Problem("invalid_state", { message: "This email address cannot be used." })
  return outcome === "changed"
}

/** Cancels the change from the old address. @throws Problem not_found, also for the new address's link */
export function rejectEmailChange(token: string, { ip, requestId }: RequestOrigin): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { id, accountId, end } = await findChange(token, tx)
    if (end !== "old") throw new Problem("not_found")
    const stopped = await tx.emailChange.updateMany({ where: { id, ...openChange() }, data: { endedAt: new Date() } })
    if (stopped.count === 0) throw invalidLinkProblem()
    const caller = { kind: "system", accountId } as const
    await audit(queryableOf(tx), { caller, ip, requestId }, "account.email_change_stopped", accountId)
  })
}

interface PendingEmailChange {
  new_email: string
  old_confirmed: boolean
  new_confirmed: boolean
}

/** The account's open change of address; null if there is none. */
export async function getPendingEmailChange(accountId: string): Promise<PendingEmailChange | null> {
  const change = await prisma().emailChange.findFirst({
    where: { accountId, ...openChange() },
    select: EMAIL_CHANGE_SELECT,
  })
  return (
    change && {
      new_email: change.newEmail,
      old_confirmed: change.oldConfirmedAt !== null,
      new_confirmed: change.newConfirmedAt !== null,
    }
  )
}

/** Cancels the open change. @throws Problem not_found */
export function cancelEmailChange(actor: Actor): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const ended = await tx.emailChange.updateMany({
      where: { accountId, ...openChange() },
      data: { endedAt: new Date() },
    })
    if (ended.count === 0) throw new Problem("not_found")
    await audit(queryableOf(tx), actor, "account.email_change_cancelled", accountId)
  })
}
