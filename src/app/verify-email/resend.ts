"use server"

import { redirect } from "next/navigation"
import { failureFrom, fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"
import { withReturnPath, safeReturnPath } from "@/domain/return-path"

/** Sends another link that confirms the signed-in account's address. */
export async function resend(form: FormData): Promise<void> {
  const back = safeReturnPath(fieldText(form, "return"))
  const { accounts } = await portal()
  const refusal = await failureFrom(accounts.resendVerification({ back: back ?? "" }))
  // An address that is already confirmed needs no email.
  if (refusal?.code === "invalid_state") redirect(back ?? "/overview")
  redirect(withReturnPath(`/verify-email?mail=${refusal === null ? "sent" : "refused"}`, back))
}
