import { hashPassword } from "@/auth/password"
import { Problem } from "@/domain/problem"
import { setPassword } from "@/features/accounts/set-password"
import { tellAccount } from "@/auth/tell-account"
import { audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { sha256 } from "@/platform/secrets"

const TOKEN = /^[A-Za-z0-9_-]{43}$/

interface ResetPassword {
  token: string
  password: string
}

/**
 * Sets the password that the reader of a mailed link has chosen, and ends every session. The second factor stays.
 * @throws Problem not_found, when the link is not ours, has been used or has expired, or the address has changed since.
 */
export const resetPassword = async (
  { token, password }: ResetPassword,
  { address, requestId }: { address: string | null; requestId: string },
): Promise<void> => {
  if (!TOKEN.test(token)) throw new Problem("not_found")
  const passwordHash = await hashPassword(password)
  await transaction(async (tx) => {
    const [used] = await query<{ account_id: string; email: string }>(
      `UPDATE email_token SET used_at = now() WHERE hash = $1 AND purpose = 'reset_password' AND used_at IS NULL AND expires_at > now()
       RETURNING account_id, email`,
      [sha256(token)],
      tx,
    )
    // Whoever has the link reads the mail of that address, so it is confirmed too.
    const [account] = used
      ? await query(
          "UPDATE account SET email_verified_at = coalesce(email_verified_at, now()) WHERE id = $1 AND email = $2 AND locked_at IS NULL RETURNING id",
          [used.account_id, used.email],
          tx,
        )
      : []
    if (!used || !account) throw new Problem("not_found", { message: "This link has been used or has expired." })
    await setPassword(tx, used.account_id, passwordHash, null)
    await audit(
      tx,
      { caller: { kind: "system", accountId: used.account_id }, address, requestId },
      "account.password_reset",
      used.account_id,
    )
    await tellAccount(tx, used.account_id, "password_changed", "/forgot-password")
  })
}
