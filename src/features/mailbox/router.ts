import { z } from "zod"
import { Problem } from "@/domain/problem"
import { getMessage } from "@/features/mailbox/get-message"
import { listMessages, type MessageSummary } from "@/features/mailbox/list-messages"
import { openMailbox } from "@/features/mailbox/open-mailbox"
import { hasMailbox } from "@/platform/mailbox"
import { publicProcedure, router } from "@/trpc/procedures"
import { dataSchema, timestamp, toTimestamp } from "@/trpc/wire"

const MessageListItem = z.object({
  id: z.string(),
  to: z.string(),
  locale: z.string(),
  subject: z.string(),
  created_at: timestamp,
})
const Message = MessageListItem.extend({ text: z.string(), html: z.string() })

function toMessage<Row extends MessageSummary>({ createdAt, ...message }: Row) {
  return {
    ...message,
    created_at: toTimestamp(createdAt),
  }
}

const withMailbox = publicProcedure.use(({ next }) => {
  if (!hasMailbox()) throw new Problem("not_found")
  return next()
})

/** The emails contain links that open accounts. Reading them requires the secret that the operator saw at the start. */
const withMailboxAccess = withMailbox.use(({ ctx, next }) => {
  if (!ctx.hasMailboxAccess())
    throw new Problem("authentication_required", {
      message: "Open the local mailbox with its secret first.",
    })
  return next()
})

export const mailbox = router({
  /** Returns the cookie value that a browser keeps for access. */
  open: withMailbox
    .input(z.object({ secret: z.string().max(200) }))
    .output(z.object({ pass: z.string() }))
    .mutation(async ({ ctx, input }) => ({ pass: await openMailbox(input.secret, ctx.ip) })),
  list: withMailboxAccess
    .output(z.object({ data: z.array(MessageListItem) }))
    .query(async () => ({ data: (await listMessages()).map(toMessage) })),
  get: withMailboxAccess
    .input(z.object({ id: z.string().max(200) }))
    .output(dataSchema(Message))
    .query(async ({ input }) => ({ data: toMessage(await getMessage(input.id)) })),
})
