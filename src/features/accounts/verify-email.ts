import { Problem } from "@/domain/problem"
import { query, transaction } from "@/platform/db"
import { sha256 } from "@/platform/secrets"

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** @throws Problem not_found, when the link is not ours, has been used or has expired, or the address has changed since. */
export const verifyEmail = async (token: string): Promise<void> => {
  if (!TOKEN.test(token)) throw new Problem("not_found")
  await transaction(async (tx) => {
    const [used] = await query<{ account_id: string; email: string }>(
      `UPDATE email_token SET used_at = now() WHERE hash = $1 AND purpose = 'verify_email' AND used_at IS NULL AND expires_at > now()
       RETURNING account_id, email`,
      [sha256(token)],
      tx,
    )
    const [verified] = used
      ? await query(
          "UPDATE account SET email_verified_at = coalesce(email_verified_at, now()), updated_at = now() WHERE id = $1 AND email = $2 RETURNING id",
          [used.account_id, used.email],
          tx,
        )
      : []
    if (!verified) throw new Problem("not_found", { message: "This link has been used or has expired." })
  })
}
