import { createHmac } from "node:crypto"
import { missingMailServerReason } from "@/domain/host-exposure.mjs"
import { prisma } from "@/platform/db/prisma"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"
import { mailboxSecretFile, readOrCreateSecret } from "@/platform/secret-file"
import { decrypt, encrypt, equalSecrets } from "@/platform/secrets"

// The local mailbox keeps email that Haat would send if there were a mail server. Its emails give access to accounts,
// so it is protected by a secret of the operator.

export interface Mail {
  /** An id is delivered only once. */
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

// An emptied file must not become a secret that everyone can guess.
const SECRET_MIN = 32

/** Whether email is kept here: never if there is a mail server, nor on a public installation unless DEMO=1. */
export function hasMailbox(): boolean {
  return env.smtpUrl === undefined && missingMailServerReason(env) === null
}

function mailboxSecret(): string {
  return processSingleton("mailbox-secret", () => {
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

/** Returns the cookie value that stands for the secret, so that the browser never stores the secret itself. */
export function mailboxAccessToken(): string {
  return createHmac("sha256", mailboxSecret()).update("mailbox pass").digest("base64url")
}

export function isMailboxAccessToken(text: string): boolean {
  return equalSecrets(text, mailboxAccessToken())
}

function encryptionContext(id: string): string {
  return `mailbox_message:${id}`
}

/** @throws Error if there is no mailbox */
export async function storeMail({ id, to, locale, subject, text, html }: Mail): Promise<void> {
  if (!hasMailbox()) throw new Error(missingMailServerReason(env) ?? "there is a mail server, and so no mailbox")
  const body: MailBody = { text, html }
  const bodyEncrypted = encrypt(JSON.stringify(body), encryptionContext(id))
  await prisma().mailboxMessage.createMany({ data: { id, to, locale, subject, bodyEncrypted }, skipDuplicates: true })
}

export function decryptMailBody(id: string, sealed: Uint8Array): MailBody {
  return JSON.parse(decrypt(sealed, encryptionContext(id))) as MailBody
}
