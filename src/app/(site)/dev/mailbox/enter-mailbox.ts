import { cookies } from "next/headers"
import { refusalOf } from "@/app/posted"
import { portal } from "@/app/visitor"
import { MAILBOX_COOKIE } from "@/platform/mailbox"
import type { Failure } from "@/ui/api"

/** Opens the mailbox for this browser session. @returns the failure, or null */
export async function enterMailbox(secret: string): Promise<Failure | null> {
  const { mailbox } = await portal()
  const opened = mailbox.open({ secret })
  const failure = await refusalOf(opened)
  if (failure === null) {
    const jar = await cookies()
    jar.set(MAILBOX_COOKIE, (await opened).pass, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: MAILBOX_COOKIE.startsWith("__Host-"),
    })
  }
  return failure
}
