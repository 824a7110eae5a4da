"use server"

import { outcomeOf, textOf } from "@/app/posted"
import { portal } from "@/app/visitor"

/** The form's action while no script has loaded. */
export const verifyWithoutScripts = async (_last: unknown, form: FormData) => {
  const { accounts } = await portal()
  return outcomeOf(accounts.verifyEmail({ token: textOf(form, "token") }))
}
