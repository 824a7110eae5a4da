"use server"

import { revalidatePath } from "next/cache"
import { setLocale } from "@/app/set-locale"
import { fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"
import { isLocale } from "@/domain/locale"

/** Stores a language in the account and in this browser. */
export async function setAccountLocale(form: FormData): Promise<void> {
  const locale = fieldText(form, "locale")
  if (!isLocale(locale)) return
  await (await portal()).profile.update({ locale })
  await setLocale(form)
  revalidatePath("/", "layout")
}
