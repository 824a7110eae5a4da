"use server"

import { cookies, headers } from "next/headers"
import { portalCaller } from "@/api/portal"
import { setResponseCookie } from "@/app/set-response-cookie"
import { failureFrom, fieldText } from "@/app/form-result"
import { SESSION_COOKIE } from "@/auth/session"
import type { Failure } from "@/ui/api"

/** The form's action while no script has loaded. */
export const resetWithoutScripts = async (_last: unknown, form: FormData): Promise<{ failure: Failure | null }> => {
  const setCookies: string[] = []
  const session = (await cookies()).get(SESSION_COOKIE)?.value
  const { accounts } = await portalCaller(await headers(), session, (cookie) => setCookies.push(cookie))
  const failure = await failureFrom(
    accounts.resetPassword({ token: fieldText(form, "token"), password: fieldText(form, "password") }),
  )
  for (const cookie of setCookies) await setResponseCookie(cookie)
  return { failure }
}
