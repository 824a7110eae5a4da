import { rateLimitSubject } from "@/http/client-ip"
import { invalid } from "@/domain/problem"
import { isMailboxSecret, mailboxAccessToken } from "@/platform/mailbox"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"

const PER_QUARTER_HOUR = 30
const QUARTER_HOUR_SECONDS = 15 * 60

/**
 * Returns the cookie value that opens the local mailbox, in exchange for its secret.
 * @throws Problem rate_limit_exceeded; validation_failed, for another secret
 */
export async function openMailbox(secret: string, ip: string | null): Promise<string> {
  await consumeOrThrow(`mailbox:from:${rateLimitSubject(ip)}`, PER_QUARTER_HOUR, QUARTER_HOUR_SECONDS)
  if (!isMailboxSecret(secret))
    throw invalid("secret", "wrong_secret", "This is not the secret that npm start printed.")
  return mailboxAccessToken()
}
