import { ADDRESSEE, tellAddressee } from "@/auth/tell-account"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/** The worker's part of telling a holder that strangers keep trying passwords, and of the way in by mail. An address without an account gets no mail. */
export const mailFailedSignIns = (payload: unknown): Promise<void> =>
  prismaTransaction(async (tx) => {
    const { email } = payload as { email: string }
    const account = await tx.account.findFirst({
      where: { email, emailVerifiedAt: { not: null }, lockedAt: null },
      select: ADDRESSEE,
    })
    if (account) await tellAddressee(queryableOf(tx), account, "failed_sign_ins", "/forgot-password")
  })
