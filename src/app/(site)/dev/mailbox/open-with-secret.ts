"use server"

import { redirect } from "next/navigation"
import { enterMailbox } from "@/app/(site)/dev/mailbox/enter-mailbox"
import { fieldText } from "@/app/form-result"
import type { Failure } from "@/ui/api"

/** The form's action, with and without scripts. */
export async function openWithSecret(_last: unknown, form: FormData): Promise<Failure | null> {
  return (await enterMailbox(fieldText(form, "secret").trim())) ?? redirect("/dev/mailbox")
}
