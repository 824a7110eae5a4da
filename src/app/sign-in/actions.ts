"use server"

import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { portalCaller } from "@/api/portal"
import { setResponseCookie } from "@/app/set-response-cookie"
import { fieldText } from "@/app/form-result"
import { clientIp } from "@/http/client-ip"
import { MfaChallengeExpired } from "@/auth/mfa-challenge"
import { SESSION_COOKIE, verifyCredentials, MfaRequired, startSession } from "@/auth/session"
import { Throttled } from "@/auth/throttled"
import { LOCALE_COOKIE, LOCALE_COOKIE_ATTRIBUTES } from "@/i18n/locale-cookie"
import { env } from "@/platform/env"
import { returnPath, mfaPath, signInPath } from "@/domain/return-path"

// The actions of the sign-in forms while no script has loaded: the same steps, with errors in the URL.

async function completeSignIn(
  fields: { email: string; password: string } | { code: string },
  back: string,
): Promise<string> {
  const [requestHeaders, store] = [await headers(), await cookies()]
  const ip = clientIp(null, requestHeaders.get("x-forwarded-for"), Math.max(1, env.trustedProxies))
  const failed = (reason: string): string => `${"code" in fields ? mfaPath(back) : signInPath(back)}&error=${reason}`
  if (Object.values(fields).some((field) => field.trim() === "")) return failed("missing")
  try {
    const setCookies: string[] = []
    let accountId: string | null
    try {
      accountId = await verifyCredentials(fields, {
        ip,
        cookies: requestHeaders.get("cookie"),
        setCookie: (cookie) => setCookies.push(cookie),
      })
    } finally {
      for (const cookie of setCookies) await setResponseCookie(cookie)
    }
    if (accountId === null) return failed("wrong")
    const session = await startSession(accountId, {
      ip,
      userAgent: requestHeaders.get("user-agent"),
      cookies: requestHeaders.get("cookie"),
    })
    for (const cookie of session.setCookies) await setResponseCookie(cookie)
    if (!store.has(LOCALE_COOKIE)) {
      const caller = await portalCaller(requestHeaders, store.get(SESSION_COOKIE)?.value)
      const { data } = await caller.me.get()
      store.set(LOCALE_COOKIE, data.locale, LOCALE_COOKIE_ATTRIBUTES)
    }
    return back
  } catch (error) {
    if (error instanceof MfaRequired) return mfaPath(back)
    if (error instanceof MfaChallengeExpired) return `${signInPath(back)}&error=step_expired`
    if (error instanceof Throttled) return `${failed("wait")}&seconds=${error.retryAfterSeconds}`
    throw error
  }
}

export async function signInWithPassword(form: FormData): Promise<void> {
  return redirect(
    await completeSignIn(
      { email: fieldText(form, "email"), password: fieldText(form, "password") },
      returnPath(fieldText(form, "return")),
    ),
  )
}

export async function signInWithCode(form: FormData): Promise<void> {
  return redirect(await completeSignIn({ code: fieldText(form, "code") }, returnPath(fieldText(form, "return"))))
}
