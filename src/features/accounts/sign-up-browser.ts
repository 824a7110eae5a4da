import { createHmac, timingSafeEqual } from "node:crypto"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { derivedKey } from "@/platform/secrets"

// The person who opens a confirmation link may not be the one who chose the password. The browser that signed up holds
// a cookie; only there does the password belong to the reader.

/** The longest time that an account can wait for its address to be confirmed. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60
const SIGN_UP_COOKIE = cookieName("haat-sign-up")

function cookieValueFor(accountId: string): string {
  return createHmac("sha256", derivedKey("sign-up")).update(accountId).digest("base64url")
}

/**
 * The Set-Cookie header for a browser that has signed up. @param accountId the new account's id; a random one where
 * none was created, so that the cookie reveals nothing
 */
export function signUpCookie(accountId: string): string {
  return serializeCookie(SIGN_UP_COOKIE, cookieValueFor(accountId), LIFETIME_SECONDS)
}

/** The Set-Cookie header that ends the proof once it has been used. */
export const CLEAR_SIGN_UP_COOKIE = serializeCookie(SIGN_UP_COOKIE, "", 0)

/** Whether the account was created in the browser of a request. @param cookies its Cookie header */
export function signedUpInThisBrowser(accountId: string, cookies: string | null): boolean {
  const [received, expected] = [
    Buffer.from(readCookie(cookies, SIGN_UP_COOKIE) ?? ""),
    Buffer.from(cookieValueFor(accountId)),
  ]
  return received.length === expected.length && timingSafeEqual(received, expected)
}
