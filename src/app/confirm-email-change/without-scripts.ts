"use server"

import { type Decision, applyDecision } from "@/app/confirm-email-change/decision"
import { outcomeOf, fieldText } from "@/app/form-result"
import { portal } from "@/app/current-account"

/** The action of the page's forms while no script has loaded. */
export async function decideWithoutScripts(_last: unknown, form: FormData) {
  const { accounts } = await portal()
  const token = fieldText(form, "token")
  const decision: Decision = fieldText(form, "decision") === "confirm" ? "confirm" : "reject"
  return outcomeOf(
    applyDecision(decision, {
      confirm: () => accounts.confirmEmailChange({ token }),
      reject: () => accounts.rejectEmailChange({ token }),
    }),
  )
}
