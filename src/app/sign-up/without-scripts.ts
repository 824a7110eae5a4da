"use server"

import { getLocale } from "next-intl/server"
import { headers } from "next/headers"
import { portalCaller } from "@/api/portal"
import { keepCookie } from "@/app/keep-cookie"
import { type Posted, refusalOf, textOf } from "@/app/posted"

/** The form's action while no script has loaded. */
export const signUpWithoutScripts = async (_last: unknown, form: FormData): Promise<Posted<"name" | "email">> => {
  const setCookies: string[] = []
  const [{ accounts }, locale] = await Promise.all([
    portalCaller(await headers(), undefined, (cookie) => setCookies.push(cookie)),
    getLocale(),
  ])
  const values = { name: textOf(form, "name"), email: textOf(form, "email") }
  const failure = await refusalOf(
    accounts.signUp({ ...values, password: textOf(form, "password"), locale, back: textOf(form, "return") }),
  )
  for (const cookie of setCookies) await keepCookie(cookie)
  return { values, failure }
}
