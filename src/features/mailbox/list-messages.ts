import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

export const MESSAGE_HEAD = {
  id: true,
  to: true,
  locale: true,
  subject: true,
  createdAt: true,
} satisfies Prisma.MailboxMessageSelect

export type MessageHead = Prisma.MailboxMessageGetPayload<{ select: typeof MESSAGE_HEAD }>

const SHOWN = 100

/** The latest emails that were kept instead of sent, newest first. */
export const listMessages = (): Promise<MessageHead[]> =>
  prisma().mailboxMessage.findMany({
    select: MESSAGE_HEAD,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SHOWN,
  })
