import { v7 as uuidv7 } from "uuid"
import { keepingReturn } from "@/domain/return-path"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { mintLinkToken, sha256 } from "@/platform/secrets"

interface Addressee {
  id: string
  name: string
  email: string
  locale: string
}

/**
 * Mails a link that confirms the address and works once, for 24 hours.
 * @param back the page that the reader wants to come back to
 */
export const mailVerification = async (
  tx: Queryable,
  { id, name, email, locale }: Addressee,
  back: string | null = null,
): Promise<void> => {
  const token = mintLinkToken()
  await query(
    "INSERT INTO email_token (hash, account_id, purpose, email, expires_at) VALUES ($1, $2, 'verify_email', $3, now() + interval '24 hours')",
    [sha256(token), id, email],
    tx,
  )
  const link = env.appUrl + keepingReturn(`/verify-email?token=${token}`, back)
  await addJob(tx, "send_mail", { id: uuidv7(), to: email, locale, template: "verify_email", values: { name, link } })
}
