import { z } from "zod"
import { Problem } from "@/domain/problem"
import { getMessage } from "@/features/mailbox/get-message"
import { listMessages, type MessageHead } from "@/features/mailbox/list-messages"
import { env } from "@/platform/env"
import { open, router } from "@/trpc/procedures"
import { one, timestamp, toTimestamp } from "@/trpc/wire"

const Head = z.object({
  id: z.string(),
  to: z.string(),
  locale: z.string(),
  subject: z.string(),
  created_at: timestamp,
})
const Message = Head.extend({ text: z.string(), html: z.string() })

const dated = <Row extends MessageHead>(row: Row) => ({ ...row, created_at: toTimestamp(row.created_at) })

/** Whoever can reach a demo may read its mails; no other installation has a mailbox. */
const mailboxOnly = open.use(({ next }) => {
  if (!env.demo || env.smtpUrl !== undefined) throw new Problem("not_found")
  return next()
})

export const mailbox = router({
  list: mailboxOnly
    .output(z.object({ data: z.array(Head) }))
    .query(async () => ({ data: (await listMessages()).map(dated) })),
  get: mailboxOnly
    .input(z.object({ id: z.string().max(200) }))
    .output(one(Message))
    .query(async ({ input }) => ({ data: dated(await getMessage(input.id)) })),
})
