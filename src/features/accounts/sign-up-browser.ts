import { createHmac, timingSafeEqual } from "node:crypto"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { derivedKey } from "@/platform/secrets"

// Whoever opens the link that confirms an address reads its mail, and need not be who has chosen the password: the browser that has signed up
// holds a cookie, and only there is the password the reader's.

/** As long as an account can wait for its address to be confirmed. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60
const COOKIE = cookieName("haat-sign-up")

const proofOf = (accountId: string): string =>
  createHmac("sha256", derivedKey("sign-up")).update(accountId).digest("base64url")

/** The Set-Cookie header for a browser that has signed up. @param accountId the account that was made; a made-up id where none was, as nobody is told */
export function signUpCookie(accountId: string): string {
  return serializeCookie(COOKIE, proofOf(accountId), LIFETIME_SECONDS)
}

/** Whether the account was made in the browser of a request. @param cookies its Cookie header */
export function hasSignedUp(accountId: string, cookies: string | null): boolean {
  const [shown, own] = [Buffer.from(readCookie(cookies, COOKIE) ?? ""), Buffer.from(proofOf(accountId))]
  return shown.length === own.length && timingSafeEqual(shown, own)
}
