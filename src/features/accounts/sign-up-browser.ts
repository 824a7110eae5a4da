import { createHmac, timingSafeEqual } from "node:crypto"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { derivedKey } from "@/platform/secrets"

// The person who opens a confirmation link may not be the one who chose the password. The browser that signed up holds
// a cookie; only there does the password belong to the reader.

/** The longest time that an account can wait for its address to be confirmed. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60
const COOKIE = cookieName("haat-sign-up")

const proofOf = (accountId: string): string =>
  createHmac("sha256", derivedKey("sign-up")).update(accountId).digest("base64url")

/**
 * The Set-Cookie header for a browser that has signed up. @param accountId the new account's id; a random one where
 * none was created, so that the cookie reveals nothing
 */
export function signUpCookie(accountId: string): string {
  return serializeCookie(COOKIE, proofOf(accountId), LIFETIME_SECONDS)
}

/** Whether the account was created in the browser of a request. @param cookies its Cookie header */
export function hasSignedUp(accountId: string, cookies: string | null): boolean {
  const [shown, own] = [Buffer.from(readCookie(cookies, COOKIE) ?? ""), Buffer.from(proofOf(accountId))]
  return shown.length === own.length && timingSafeEqual(shown, own)
}
