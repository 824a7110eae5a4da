import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { isMailboxAccessToken } from "@/platform/mailbox"

const COOKIE = cookieName("haat-mailbox")

/** The Set-Cookie header that opens the mailbox until the browser is closed. */
export function mailboxCookie(pass: string): string {
  return serializeCookie(COOKIE, pass, null)
}

/** Whether a request may read the mailbox. @param cookies its Cookie header */
export function hasMailboxAccess(cookies: string | null): boolean {
  return isMailboxAccessToken(readCookie(cookies, COOKIE) ?? "")
}
