import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { mailVerification } from "@/features/accounts/mail-verification"
import { query, transaction } from "@/platform/db"
import { takeOrRefuse } from "@/platform/rate-limit"

const PER_HOUR = 5
const HOUR_SECONDS = 60 * 60

/** @throws Problem rate_limit_exceeded; invalid_state, when the address is confirmed already. */
export const resendVerification = async ({ accountId }: Caller): Promise<void> => {
  await takeOrRefuse(`verify-email:${accountId}`, PER_HOUR, HOUR_SECONDS)
  await transaction(async (tx) => {
    const [account] = await query<{ id: string; name: string; email: string; locale: string }>(
      "SELECT id, name, email, locale FROM account WHERE id = $1 AND email_verified_at IS NULL",
      [accountId],
      tx,
    )
    if (!account) throw new Problem("invalid_state", { message: "This address is confirmed already." })
    await mailVerification(tx, account)
  })
}
