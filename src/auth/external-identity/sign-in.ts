import type { Account, Profile } from "next-auth"
import { pendingIdentityCookie } from "@/auth/external-identity/connect"
import { type ExternalIdentity, identifyAccount } from "@/auth/external-identity/identify"
import type { ExternalClaims } from "@/auth/external-identity/providers"
import type { CookieAccess } from "@/auth/known-device"
import { startMfaChallenge } from "@/auth/mfa-challenge"
import type { IdentityProviderId } from "@/domain/identity-provider"
import type { Locale } from "@/domain/locale"
import { isProblem } from "@/domain/problem"
import { mfaPath, returnPath, signInPath } from "@/domain/return-path"
import { cookieName, readCookie } from "@/http/cookies"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"

/** Where next-auth keeps the URL to return to, until the provider sends the browser back. */
export const CALLBACK_URL_COOKIE = cookieName("next-auth.callback-url")

interface IdentityRequest extends CookieAccess {
  ip: string | null
  /** The language of an account that the sign-in creates. */
  locale: Locale
}

/**
 * Finds who signs in with the identity that a provider has confirmed.
 * @returns the account, or the page that comes before a session
 */
export async function signInWithIdentity(
  account: Account,
  profile: Profile | undefined,
  request: IdentityRequest,
): Promise<{ accountId: string } | { page: string }> {
  const claims = { ...profile } as Partial<ExternalClaims>
  const back = callbackPath(request.cookies)
  const refused = (reason: string): string => `${signInPath(back)}&error=${reason}`
  const identity: ExternalIdentity = {
    provider: account.provider as IdentityProviderId,
    subject: account.providerAccountId,
    email: claims.email_verified === true && typeof claims.email === "string" ? claims.email : null,
    name: typeof claims.name === "string" ? claims.name : null,
  }
  try {
    const identified = await identifyAccount(identity, request)
    if (identified.outcome === "address_taken") {
      request.setCookie(await pendingIdentityCookie(identity))
      return { page: `${refused("connect")}&login_hint=${encodeURIComponent(identified.email)}` }
    }
    if (!("accountId" in identified)) return { page: refused(identified.outcome) }
    if (!identified.mfaRequired) return { accountId: identified.accountId }
    request.setCookie(await startMfaChallenge(identified.accountId))
    return { page: mfaPath(back) }
  } catch (error) {
    if (isProblem(error) && error.retryAfter !== undefined)
      return { page: `${refused("wait")}&seconds=${error.retryAfter}` }
    log.error({ err: error, provider: identity.provider }, "a sign-in with an identity provider failed")
    return { page: refused("provider") }
  }
}

/** The path of this site in next-auth's cookie. */
function callbackPath(cookies: string | null): string {
  const value = decodeURIComponent(readCookie(cookies, CALLBACK_URL_COOKIE) ?? "")
  return returnPath(value.startsWith(env.appUrl) ? value.slice(env.appUrl.length) : value)
}
