import { Problem } from "@/domain/problem"
import { MESSAGE_SUMMARY_SELECT, type MessageSummary } from "@/features/mailbox/list-messages"
import { prisma } from "@/platform/db/prisma"
import { type MailBody, decryptMailBody } from "@/platform/mailbox"

type Message = MessageSummary & MailBody

/** @throws Problem not_found */
export async function getMessage(id: string): Promise<Message> {
  // PostgreSQL's text cannot contain NUL.
  const message = id.includes("\0")
    ? null
    : await prisma().mailboxMessage.findUnique({
        where: { id },
        select: { ...MESSAGE_SUMMARY_SELECT, bodyEncrypted: true },
      })
  if (!message) throw new Problem("not_found")
  const { bodyEncrypted, ...head } = message
  return { ...head, ...decryptMailBody(id, bodyEncrypted) }
}
