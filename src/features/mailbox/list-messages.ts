import { query } from "@/platform/db"

export interface MessageHead {
  id: string
  to: string
  locale: string
  subject: string
  created_at: Date
}

const SHOWN = 100

/** The latest mails that were kept instead of sent, the newest first. */
export const listMessages = (): Promise<MessageHead[]> =>
  query<MessageHead>(
    `SELECT id, "to", locale, subject, created_at FROM mailbox_message ORDER BY created_at DESC, id DESC LIMIT $1`,
    [SHOWN],
  )
