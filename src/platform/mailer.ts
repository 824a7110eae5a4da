import { createTransport } from "nodemailer"
import { env } from "@/platform/env"
import { storeMail, type Mail } from "@/platform/mailbox"
import { processSingleton } from "@/platform/process-singleton"

/**
 * Timeouts of a silent mail server, in milliseconds: a hung delivery occupies a place of the queue. Parameters of the
 * same names in SMTP_URL's query override them.
 */
const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(SMTP_TIMEOUTS_MS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  return url.href
}

/**
 * Sends an email by SMTP_URL, or keeps it in the local mailbox.
 * @throws Error if there is neither
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { smtpUrl } = env
  if (!smtpUrl) return storeMail(mail)
  const transport = processSingleton("smtp", () => createTransport(withTimeouts(smtpUrl)))
  await transport.sendMail({
    from: env.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${new URL(env.appUrl).hostname}>`,
    headers: { "Content-Language": mail.locale },
  })
}
