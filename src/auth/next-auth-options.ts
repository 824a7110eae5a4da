import type { NextAuthOptions } from "next-auth"
import Credentials from "next-auth/providers/credentials"
import { nextAuthProviders } from "@/auth/external-identity/providers"
import { CALLBACK_URL_COOKIE, signInWithIdentity } from "@/auth/external-identity/sign-in"
import { MfaChallengeExpired } from "@/auth/mfa-challenge"
import {
  endSession,
  MfaRequired,
  openSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type SessionContext,
  sessionSecret,
  verifyCredentials,
} from "@/auth/session"
import { Throttled } from "@/auth/throttled"
import type { Locale } from "@/domain/locale"
import { log } from "@/platform/log/log"

const COOKIE_OPTIONS = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: SESSION_COOKIE.startsWith("__Host-"),
} as const

interface AuthRequest extends SessionContext {
  /** The language of an account that the sign-in creates. */
  locale: Locale
  /** Adds a Set-Cookie header to the response. */
  setCookie: (cookie: string) => void
}

/**
 * Returns next-auth's options for a request. They are not created at import, because a build must not need the
 * installation's secret.
 */
export function authOptions(request: AuthRequest): NextAuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    cookies: {
      sessionToken: { name: SESSION_COOKIE, options: COOKIE_OPTIONS },
      callbackUrl: { name: CALLBACK_URL_COOKIE, options: COOKIE_OPTIONS },
    },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: {
          email: { type: "email" },
          password: { type: "password" },
          code: { type: "text" },
          passkey: { type: "text" },
        },
        authorize: async (credentials) => {
          try {
            const accountId = await verifyCredentials(credentials ?? {}, request)
            return accountId === null ? null : await nextAuthUser(accountId, request)
          } catch (error) {
            if (error instanceof Throttled || error instanceof MfaRequired || error instanceof MfaChallengeExpired)
              throw error
            // next-auth shows an error's message to the user.
            log.error({ err: error }, "a sign-in failed")
            throw new Error("unavailable")
          }
        },
      }),
      ...nextAuthProviders(),
    ],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.type !== "oauth") return true
        const signedIn = await signInWithIdentity(account, profile, request)
        if ("page" in signedIn) return signedIn.page
        Object.assign(user, await nextAuthUser(signedIn.accountId, request))
        return true
      },
      // Only these two are in the cookie; everything else is read from the database each time.
      jwt: ({ token, user }) =>
        user ? { sub: user.id, sessionId: (user as { sessionId?: string }).sessionId } : token,
      session: ({ session }) => session,
    },
    // next-auth's own logger prints whole responses of providers.
    logger: {
      error: (code, metadata) =>
        log.warn(
          { code, reason: (metadata instanceof Error ? metadata : metadata.error)?.message },
          "next-auth failed",
        ),
      warn: (code) => log.debug({ code }, "next-auth warned"),
      debug: () => undefined,
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token.sessionId === "string") await endSession(token.sessionId)
      },
    },
  }
}

/** Opens a session, for the callback that puts it into next-auth's cookie. */
async function nextAuthUser(accountId: string, request: AuthRequest): Promise<{ id: string; sessionId: string }> {
  const { sessionId, setCookies } = await openSession(accountId, request)
  for (const cookie of setCookies) request.setCookie(cookie)
  return { id: accountId, sessionId }
}
