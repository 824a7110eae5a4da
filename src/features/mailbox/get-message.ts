import { Problem } from "@/domain/problem"
import type { MessageHead } from "@/features/mailbox/list-messages"
import { query } from "@/platform/db"

export interface Message extends MessageHead {
  text: string
  html: string
}

/** @throws Problem not_found */
export const getMessage = async (id: string): Promise<Message> => {
  // PostgreSQL takes no NUL.
  const [message] = id.includes("\0")
    ? []
    : await query<Message>(
        `SELECT id, "to", locale, subject, created_at, text, html FROM mailbox_message WHERE id = $1`,
        [id],
      )
  if (!message) throw new Problem("not_found")
  return message
}
