import { limitSubject } from "@/auth/network"
import { keepingReturn } from "@/domain/return-path"
import { type Addressee, tellAddressee } from "@/auth/tell-account"
import { pool, query, transaction } from "@/platform/db"
import { addJob } from "@/platform/jobs"
import { takeOrRefuse } from "@/platform/rate-limit"
import { mintLinkToken, sha256 } from "@/platform/secrets"

const PER_EMAIL = 5
const PER_ADDRESS = 30
const HOUR_SECONDS = 60 * 60

/**
 * Has a link mailed that lets its reader choose a new password. Whether there is such an account is looked up by a worker, so that
 * neither the answer nor its time tells.
 * @param back the page that the reader wants to come back to
 * @throws Problem rate_limit_exceeded
 */
export const requestPasswordReset = async (
  { email, back }: { email: string; back: string | null },
  address: string | null,
): Promise<void> => {
  // Whoever is refused for where they come from uses up nobody's mails.
  await takeOrRefuse(`reset-password:from:${limitSubject(address)}`, PER_ADDRESS, HOUR_SECONDS)
  await takeOrRefuse(`reset-password:email:${email.toLowerCase()}`, PER_EMAIL, HOUR_SECONDS)
  await addJob(pool(), "mail_password_reset", { email, back })
}

/** The worker's part: a link that works once, for an hour. An address without an account gets no mail. */
export const mailPasswordReset = (payload: unknown): Promise<void> =>
  transaction(async (tx) => {
    const { email, back = null } = payload as { email: string; back?: string | null }
    const [account] = await query<Addressee & { id: string }>(
      "SELECT id, name, email, locale FROM account WHERE email = $1 AND locked_at IS NULL",
      [email],
      tx,
    )
    if (!account) return
    const token = mintLinkToken()
    await query(
      "INSERT INTO email_token (hash, account_id, purpose, email, expires_at) VALUES ($1, $2, 'reset_password', $3, now() + interval '1 hour')",
      [sha256(token), account.id, account.email],
      tx,
    )
    await tellAddressee(tx, account, "reset_password", keepingReturn(`/reset-password?token=${token}`, back))
  })
