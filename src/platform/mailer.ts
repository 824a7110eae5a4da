import { createTransport } from "nodemailer"
import { pool } from "@/platform/db"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

export interface Mail {
  /** The same id is never delivered to the mailbox twice. */
  id: string
  to: string
  locale: string
  subject: string
  text: string
  html: string
}

/**
 * How long a server may keep silent, in milliseconds: a mail that hangs holds a place of the queue. Likewise named in SMTP_URL's query they
 * are the installation's own.
 */
const SILENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

const boundedUrl = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(SILENCE_MS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  return url.href
}

/** Sends by SMTP_URL, or without it keeps the mail in the local mailbox that the demo shows at /dev/mailbox. */
export const sendMail = async (mail: Mail): Promise<void> => {
  const { smtpUrl } = env
  if (!smtpUrl) {
    await pool().query(
      `INSERT INTO mailbox_message (id, "to", locale, subject, text, html) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
      [mail.id, mail.to, mail.locale, mail.subject, mail.text, mail.html],
    )
    return
  }
  const transport = once("smtp", () => createTransport(boundedUrl(smtpUrl)))
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
