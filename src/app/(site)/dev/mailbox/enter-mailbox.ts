import { portal } from "@/app/current-account"
import { failureFrom } from "@/app/form-result"
import { setResponseCookie } from "@/app/set-response-cookie"
import { mailboxCookie } from "@/features/mailbox/mailbox-cookie"
import type { Failure } from "@/ui/api"

/** Opens the mailbox for this browser session. @returns the failure, or null */
export async function enterMailbox(secret: string): Promise<Failure | null> {
  const { mailbox } = await portal()
  const opened = mailbox.open({ secret })
  const failure = await failureFrom(opened)
  if (failure === null) await setResponseCookie(mailboxCookie((await opened).pass))
  return failure
}
