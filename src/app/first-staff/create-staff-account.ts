"use server"

import { getLocale } from "next-intl/server"
import { type FormResult, failureFrom, fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"

/** The form's action, with and without scripts. */
export async function createStaffAccount(_last: unknown, form: FormData): Promise<FormResult<"name" | "email">> {
  const [{ accounts }, locale] = await Promise.all([portal(), getLocale()])
  const values = { name: fieldText(form, "name"), email: fieldText(form, "email") }
  return {
    values,
    failure: await failureFrom(
      accounts.createFirstStaff({
        ...values,
        password: fieldText(form, "password"),
        token: fieldText(form, "token"),
        locale,
      }),
    ),
  }
}
