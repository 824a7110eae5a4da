"use server"

import { getLocale } from "next-intl/server"
import { headers } from "next/headers"
import { portalCaller } from "@/api/portal"
import { setResponseCookie } from "@/app/set-response-cookie"
import { type FormResult, failureFrom, fieldText } from "@/app/form-result"

/** The form's action while no script has loaded. */
export async function signUp(_last: unknown, form: FormData): Promise<FormResult<"name" | "email">> {
  const setCookies: string[] = []
  const [{ accounts }, locale] = await Promise.all([
    portalCaller(await headers(), undefined, (cookie) => setCookies.push(cookie)),
    getLocale(),
  ])
  const values = { name: fieldText(form, "name"), email: fieldText(form, "email") }
  const failure = await failureFrom(
    accounts.signUp({ ...values, password: fieldText(form, "password"), locale, back: fieldText(form, "return") }),
  )
  for (const cookie of setCookies) await setResponseCookie(cookie)
  return { values, failure }
}
