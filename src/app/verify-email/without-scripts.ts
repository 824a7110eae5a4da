"use server"

import { outcomeOf, fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"

/** The form's action while no script has loaded. */
export const verifyWithoutScripts = async (_last: unknown, form: FormData) => {
  const { accounts } = await portal()
  return outcomeOf(accounts.verifyEmail({ token: fieldText(form, "token") }))
}
