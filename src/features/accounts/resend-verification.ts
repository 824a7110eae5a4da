import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { HOUR_SECONDS } from "@/domain/time-units"
import { sendVerificationEmail } from "@/features/accounts/send-verification-email"
import { RECIPIENT_SELECT } from "@/auth/account-mail"
import { prismaTransaction } from "@/platform/db/transaction"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"

const PER_HOUR = 5

/**
 * Sends another link that confirms the address.
 * @param back the page to return to
 * @throws Problem rate_limit_exceeded; invalid_state, when the address is already confirmed.
 */
export async function resendVerification({ accountId }: Caller, back: string | null): Promise<void> {
  await consumeOrThrow(`verify-email:${accountId}`, PER_HOUR, HOUR_SECONDS)
  await prismaTransaction(async (tx) => {
    const account = await tx.account.findUnique({
      where: { id: accountId, emailVerifiedAt: null },
      select: { id: true, ...RECIPIENT_SELECT },
    })
    if (!account) throw new Problem("invalid_state", { message: "This email address is already confirmed." })
    await sendVerificationEmail(tx, account, back)
  })
}
