"use server"

import { revalidatePath } from "next/cache"
import { chooseLocale } from "@/app/choose-locale"
import { textOf } from "@/app/posted"
import { portal } from "@/app/visitor"
import { isLocale } from "@/domain/locale"

/** Stores a language in the account and in this browser. */
export const chooseAccountLocale = async (form: FormData): Promise<void> => {
  const locale = textOf(form, "locale")
  if (!isLocale(locale)) return
  await (await portal()).profile.update({ locale })
  await chooseLocale(form)
  revalidatePath("/", "layout")
}
