import { DAY_SECONDS, HOUR_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { normalizeMailbox } from "@/domain/email-address"
import { withReturnPath } from "@/domain/return-path"
import { lockAccountRow } from "@/auth/lock-account-row"
import { RECIPIENT_SELECT, queueAccountMail } from "@/auth/account-mail"
import { pool } from "@/platform/db/pool"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { refuseOnFullDisk } from "@/platform/disk/disk-space"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"
import { consume, consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { mintLinkToken, sha256 } from "@/platform/secrets"

const PER_NETWORK_AND_EMAIL = 5
const PER_NETWORK = 30
/**
 * Links of one account that are valid at the same time. Another one ends the oldest, so that strangers' requests never
 * block the holder's.
 */
const MAX_VALID_LINKS = 3
/** Emails to one mailbox, over all clients that request them. */
const PER_MAILBOX_AND_DAY = 12

/**
 * Requests an email with a link to choose a new password. A worker looks up the account, so that neither the response
 * nor its time reveals whether it exists.
 * @param back the page to return to
 * @throws Problem rate_limit_exceeded
 * @throws DiskFull
 */
export async function requestPasswordReset(
  { email, back }: { email: string; back: string | null },
  ip: string | null,
): Promise<void> {
  refuseOnFullDisk()
  const network = rateLimitSubject(ip)
  await consumeOrThrow(`reset-password:from:${network}`, PER_NETWORK, HOUR_SECONDS)
  // Never limited by the email address alone: strangers could then block its holder.
  await consumeOrThrow(`reset-password:at:${network}:${email.toLowerCase()}`, PER_NETWORK_AND_EMAIL, HOUR_SECONDS)
  await addJob(pool(), "mail_password_reset", { email, back })
}

const PURPOSE = "reset_password"

/** Call it with the account locked. */
async function expireOldestLinks(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  const now = new Date()
  const oldest = await tx.emailToken.findMany({
    where: { accountId, purpose: PURPOSE, usedAt: null, expiresAt: { gt: now } },
    select: { hash: true },
    orderBy: { createdAt: "desc" },
    skip: MAX_VALID_LINKS - 1,
  })
  const hashes = oldest.map(({ hash }) => hash)
  await tx.emailToken.updateMany({ where: { hash: { in: hashes }, usedAt: null }, data: { usedAt: now } })
}

/**
 * The worker's part: sends a link that works once and expires after an hour. No email is sent to an address without an
 * account or over its daily limit.
 */
export function sendPasswordResetEmail(payload: unknown): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { email, back = null } = payload as { email: string; back?: string | null }
    const where = { email, lockedAt: null } satisfies Prisma.AccountWhereInput
    const found = await tx.account.findFirst({ where, select: { id: true } })
    if (!found) return
    await lockAccountRow(tx, found.id)
    // The account may have another address by now.
    const account = await tx.account.findFirst({
      where: { ...found, ...where },
      select: { id: true, ...RECIPIENT_SELECT },
    })
    if (!account) return
    if (
      !(await consume(`reset-password:to:${normalizeMailbox(account.email)}`, PER_MAILBOX_AND_DAY, DAY_SECONDS)).allowed
    )
      return
    await expireOldestLinks(tx, account.id)
    const token = mintLinkToken()
    await tx.emailToken.create({
      data: {
        hash: sha256(token),
        accountId: account.id,
        purpose: PURPOSE,
        email: account.email,
        expiresAt: secondsFromNow(HOUR_SECONDS),
      },
    })
    await queueAccountMail(
      queryableOf(tx),
      account,
      "reset_password",
      withReturnPath(`/reset-password?token=${token}`, back),
    )
  })
}
