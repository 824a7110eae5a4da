"use server"

import { type Decision, endAfter } from "@/app/confirm-email-change/decision"
import { outcomeOf, textOf } from "@/app/posted"
import { portal } from "@/app/visitor"

/** The action of the page's forms while no script has loaded. */
export const decideWithoutScripts = async (_last: unknown, form: FormData) => {
  const { accounts } = await portal()
  const token = textOf(form, "token")
  const decision: Decision = textOf(form, "decision") === "confirm" ? "confirm" : "stop"
  return outcomeOf(
    endAfter(decision, {
      confirm: () => accounts.confirmEmailChange({ token }),
      stop: () => accounts.stopEmailChange({ token }),
    }),
  )
}
