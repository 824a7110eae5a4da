"use server"

import { type Posted, refusalOf, textOf } from "@/app/posted"
import { portal } from "@/app/visitor"

/** The form's action while no script has loaded. */
export const requestWithoutScripts = async (_last: unknown, form: FormData): Promise<Posted<"email">> => {
  const { accounts } = await portal()
  const values = { email: textOf(form, "email") }
  return {
    values,
    failure: await refusalOf(accounts.requestPasswordReset({ ...values, back: textOf(form, "return") })),
  }
}
