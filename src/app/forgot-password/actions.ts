"use server"

import { type FormResult, failureFrom, fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"

/** The form's action while no script has loaded. */
export async function requestPasswordReset(_last: unknown, form: FormData): Promise<FormResult<"email">> {
  const { accounts } = await portal()
  const values = { email: fieldText(form, "email") }
  return {
    values,
    failure: await failureFrom(accounts.requestPasswordReset({ ...values, back: fieldText(form, "return") })),
  }
}
