"use server"

import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { portalCaller } from "@/api/portal"
import { keepCookie } from "@/app/keep-cookie"
import { textOf } from "@/app/posted"
import { clientAddress } from "@/http/client-address"
import { StepGone } from "@/auth/second-step"
import { SESSION_COOKIE, signInBy, SecondStep, startSession } from "@/auth/session"
import { Throttled } from "@/auth/throttled"
import { LOCALE_COOKIE, LOCALE_COOKIE_ATTRIBUTES } from "@/i18n/locale-cookie"
import { env } from "@/platform/env"
import { returnPath, secondStepPath, signInPath } from "@/domain/return-path"

// The actions of the sign-in forms while no script has loaded: the same steps, with errors in the URL.

const enter = async (fields: { email: string; password: string } | { code: string }, back: string): Promise<string> => {
  const [sent, store] = [await headers(), await cookies()]
  const address = clientAddress(null, sent.get("x-forwarded-for"), Math.max(1, env.trustedProxies))
  const failed = (reason: string): string =>
    `${"code" in fields ? secondStepPath(back) : signInPath(back)}&error=${reason}`
  if (Object.values(fields).some((field) => field.trim() === "")) return failed("missing")
  try {
    const setCookies: string[] = []
    let accountId: string | null
    try {
      accountId = await signInBy(fields, {
        address,
        cookies: sent.get("cookie"),
        setCookie: (cookie) => setCookies.push(cookie),
      })
    } finally {
      for (const cookie of setCookies) await keepCookie(cookie)
    }
    if (accountId === null) return failed("wrong")
    const { cookie, device } = await startSession(accountId, {
      address,
      userAgent: sent.get("user-agent"),
      cookies: sent.get("cookie"),
    })
    for (const each of [cookie, device]) await keepCookie(each)
    if (!store.has(LOCALE_COOKIE)) {
      const caller = await portalCaller(sent, store.get(SESSION_COOKIE)?.value)
      const { data } = await caller.me.get()
      store.set(LOCALE_COOKIE, data.locale, LOCALE_COOKIE_ATTRIBUTES)
    }
    return back
  } catch (error) {
    if (error instanceof SecondStep) return secondStepPath(back)
    if (error instanceof StepGone) return `${signInPath(back)}&error=step_gone`
    if (error instanceof Throttled) return `${failed("wait")}&seconds=${error.seconds}`
    throw error
  }
}

export const signInWithPassword = async (form: FormData): Promise<void> =>
  redirect(
    await enter(
      { email: textOf(form, "email"), password: textOf(form, "password") },
      returnPath(textOf(form, "return")),
    ),
  )

export const signInWithCode = async (form: FormData): Promise<void> =>
  redirect(await enter({ code: textOf(form, "code") }, returnPath(textOf(form, "return"))))
