"use server"

import { cookies, headers } from "next/headers"
import { portalCaller } from "@/api/portal"
import { setResponseCookie } from "@/app/set-response-cookie"
import { outcomeOf, fieldText } from "@/app/form-result"
import { SESSION_COOKIE } from "@/auth/session"

/** The form's action while no script has loaded. */
export async function resetWithoutScripts(_last: unknown, form: FormData) {
  const setCookies: string[] = []
  const session = (await cookies()).get(SESSION_COOKIE)?.value
  const { accounts } = await portalCaller(await headers(), session, (cookie) => setCookies.push(cookie))
  const outcome = await outcomeOf(
    accounts.resetPassword({ token: fieldText(form, "token"), password: fieldText(form, "password") }),
  )
  for (const cookie of setCookies) await setResponseCookie(cookie)
  return outcome
}
