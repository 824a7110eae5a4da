import { createHmac } from "node:crypto"
import { mailRefusal } from "@/domain/reach.mjs"
import { prisma } from "@/platform/db/prisma"
import { env } from "@/platform/env"
import { once } from "@/platform/once"
import { mailboxSecretFile, readOrCreateSecret } from "@/platform/secret-file"
import { decrypt, encrypt, equalSecrets } from "@/platform/secrets"

// The local mailbox: what Haat would mail, where there is no mail server. Its mails open accounts, so a secret of the operator's opens it.

export interface Mail {
  /** The same id is never delivered to the mailbox twice. */
  id: string
  to: string
  locale: string
  subject: string
  text: string
  html: string
}

export interface MailBody {
  text: string
  html: string
}

/** Holds the pass. The browser sends it over TLS alone where the portal is there by TLS. */
export const MAILBOX_COOKIE = `${env.appUrl.startsWith("https:") ? "__Host-" : ""}haat-mailbox`

// A file that somebody has emptied must not be a secret that everybody knows.
const SECRET_MIN = 32

/** Whether mails are kept here: never beside a mail server, nor where others can come in, unless that is asked for (DEMO=1). */
export function hasMailbox(): boolean {
  return env.smtpUrl === undefined && mailRefusal(env) === null
}

function mailboxSecret(): string {
  return once("mailbox-secret", () => {
    const file = mailboxSecretFile(env.dataDir)
    const secret = readOrCreateSecret(file)
    if (secret.length < SECRET_MIN)
      throw new Error(`${file} holds less than ${SECRET_MIN} characters: delete it, and another is made`)
    return secret
  })
}

export function isMailboxSecret(text: string): boolean {
  return equalSecrets(text, mailboxSecret())
}

/** What a browser keeps in place of the secret, which it could be asked to show. */
export function mailboxPass(): string {
  return createHmac("sha256", mailboxSecret()).update("mailbox pass").digest("base64url")
}

export function isMailboxPass(text: string): boolean {
  return equalSecrets(text, mailboxPass())
}

const identityOf = (id: string): string => `mailbox_message:${id}`

/** @throws Error where there is no mailbox */
export async function keepMail({ id, to, locale, subject, text, html }: Mail): Promise<void> {
  if (!hasMailbox()) throw new Error(mailRefusal(env) ?? "there is a mail server, and so no mailbox")
  const body: MailBody = { text, html }
  const bodyEncrypted = encrypt(JSON.stringify(body), identityOf(id))
  await prisma().mailboxMessage.createMany({ data: { id, to, locale, subject, bodyEncrypted }, skipDuplicates: true })
}

export function openBody(id: string, sealed: Uint8Array): MailBody {
  return JSON.parse(decrypt(sealed, identityOf(id))) as MailBody
}
