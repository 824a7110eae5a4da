"use server"

import { getLocale } from "next-intl/server"
import { type Posted, refusalOf, textOf } from "@/app/posted"
import { portal } from "@/app/visitor"

/** The form's action, with and without scripts. */
export const createStaffAccount = async (_last: unknown, form: FormData): Promise<Posted<"name" | "email">> => {
  const [{ accounts }, locale] = await Promise.all([portal(), getLocale()])
  const values = { name: textOf(form, "name"), email: textOf(form, "email") }
  return {
    values,
    failure: await refusalOf(
      accounts.createFirstStaff({
        ...values,
        password: textOf(form, "password"),
        token: textOf(form, "token"),
        locale,
      }),
    ),
  }
}
