"use server"

import { getLocale } from "next-intl/server"
import { type Posted, refusalOf, textOf } from "@/app/posted"
import { portal } from "@/app/visitor"

/** What the form does while no script has taken over. */
export const signUpWithoutScripts = async (_last: unknown, form: FormData): Promise<Posted<"name" | "email">> => {
  const [{ accounts }, locale] = await Promise.all([portal(), getLocale()])
  const values = { name: textOf(form, "name"), email: textOf(form, "email") }
  return {
    values,
    failure: await refusalOf(
      accounts.signUp({ ...values, password: textOf(form, "password"), locale, back: textOf(form, "return") }),
    ),
  }
}
