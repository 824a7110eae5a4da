import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

export const MESSAGE_SUMMARY_SELECT = {
  id: true,
  to: true,
  locale: true,
  subject: true,
  createdAt: true,
} satisfies Prisma.MailboxMessageSelect

export type MessageSummary = Prisma.MailboxMessageGetPayload<{ select: typeof MESSAGE_SUMMARY_SELECT }>

const MESSAGES_MAX = 100

/** The latest emails that were kept instead of sent, newest first. */
export function listMessages(): Promise<MessageSummary[]> {
  return prisma().mailboxMessage.findMany({
    select: MESSAGE_SUMMARY_SELECT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MESSAGES_MAX,
  })
}
