import { keepCookie } from "@/app/keep-cookie"
import { refusalOf } from "@/app/posted"
import { portal } from "@/app/visitor"
import { mailboxCookie } from "@/features/mailbox/mailbox-cookie"
import type { Failure } from "@/ui/api"

/** Opens the mailbox for this browser session. @returns the failure, or null */
export async function enterMailbox(secret: string): Promise<Failure | null> {
  const { mailbox } = await portal()
  const opened = mailbox.open({ secret })
  const failure = await refusalOf(opened)
  if (failure === null) await keepCookie(mailboxCookie((await opened).pass))
  return failure
}
