import { v7 as uuidv7 } from "uuid"
import { normalizeMailbox } from "@/domain/email-address"
import { withReturnPath } from "@/domain/return-path"
import type { Recipient } from "@/auth/account-mail"
import { DAY_SECONDS } from "@/domain/time-units"
import { queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"
import { consume } from "@/platform/rate-limit/rate-limit"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { mintLinkToken, sha256 } from "@/platform/secrets"

/** The limit of one mailbox over all accounts, because anyone can sign up with a stranger's address. */
const PER_DAY = 6

/**
 * Sends a link that confirms the address, works once and expires after 24 hours. A mailbox over its daily limit gets
 * none, without an error.
 * @param returnPath the page to return to
 */
export async function sendVerificationEmail(
  tx: Prisma.TransactionClient,
  { id, name, email, locale }: Recipient & { id: string },
  returnPath: string | null = null,
): Promise<void> {
  if (!(await consume(`verify-email:to:${normalizeMailbox(email)}`, PER_DAY, DAY_SECONDS)).allowed) return
  const token = mintLinkToken()
  await tx.emailToken.create({
    data: {
      hash: sha256(token),
      accountId: id,
      purpose: "verify_email",
      email,
      expiresAt: secondsFromNow(DAY_SECONDS),
    },
  })
  const link = env.appUrl + withReturnPath(`/verify-email?token=${token}`, returnPath)
  await addJob(queryableOf(tx), "send_mail", {
    id: uuidv7(),
    to: email,
    locale,
    template: "verify_email",
    values: { name, link },
  })
}
