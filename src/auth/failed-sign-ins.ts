import { RECIPIENT_SELECT, queueAccountMail } from "@/auth/account-mail"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/**
 * The worker's job that warns an account's holder of repeated failed sign-ins, and names sign-in by email. An email
 * address without an account gets no email.
 */
export function mailFailedSignIns(payload: unknown): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { email } = payload as { email: string }
    const account = await tx.account.findFirst({
      where: { email, emailVerifiedAt: { not: null }, lockedAt: null },
      select: RECIPIENT_SELECT,
    })
    if (account) await queueAccountMail(queryableOf(tx), account, "failed_sign_ins", "/forgot-password")
  })
}
