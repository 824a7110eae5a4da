"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useActionState, useState } from "react"
import { type Decision, applyDecision } from "@/app/confirm-email-change/decision"
import { decideWithoutScripts } from "@/app/confirm-email-change/without-scripts"
import { ResultCard } from "@/app/result-card"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"

interface DecideChangeProps {
  token: string
  /** Null if the link is invalid. */
  change: { end: "old" | "new"; new_email: string; confirmed: boolean } | null
  signedIn: boolean
}

type DecisionResult = Awaited<ReturnType<typeof decideWithoutScripts>>
type EmailChangeState = "changed" | "pending" | "cancelled" | "taken" | "invalid_link"

export function DecideChange({ token, change, signedIn }: DecideChangeProps) {
  const t = useTranslations("EmailChange")
  const errorMessage = useErrorMessage()
  /** Null if the change is still to be decided. */
  const stateAfter = ({ data, failure: failed }: DecisionResult): EmailChangeState | null => {
    if (failed === null) return data
    if (failed.code === "not_found") return "invalid_link"
    return failed.code === "invalid_state" ? "taken" : null
  }
  const initialState = (): EmailChangeState | null => {
    if (change === null) return "invalid_link"
    return change.confirmed && change.end === "new" ? "pending" : null
  }

  const [posted, action] = useActionState(decideWithoutScripts, null)
  const [state, setState] = useState<EmailChangeState | null>(() => (posted && stateAfter(posted)) ?? initialState())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(
    posted?.failure && stateAfter(posted) === null ? { text: errorMessage(posted.failure), attempt: 0 } : null,
  )

  const decide = async (decision: Decision): Promise<void> => {
    setBusy(true)
    const outcome = await callAccounts((accounts) =>
      applyDecision(decision, {
        confirm: () => accounts.confirmEmailChange.mutate({ token }),
        reject: () => accounts.rejectEmailChange.mutate({ token }),
      }),
    )
    const failed = outcome.failure
    const decided = stateAfter(outcome)
    if (decided !== null) setState(decided)
    else if (failed !== null) setFailure((last) => ({ text: errorMessage(failed), attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const decisionForm = (decision: Decision, label: string, tone: "primary" | "danger") => (
    <form
      action={action}
      data-once
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void decide(decision)
      }}
      className="grid"
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="decision" value={decision} />
      <SubmitButton pending={busy} variant={tone} className="min-h-11">
        {label}
      </SubmitButton>
    </form>
  )

  if (change === null || state !== null) {
    return (
      <ResultCard title={t(`${state ?? "invalid_link"}_title`)}>
        <p>{t(state === "pending" ? `pending_text_${change?.end ?? "new"}` : `${state ?? "invalid_link"}_text`)}</p>
        <a href={signedIn ? "/settings/account" : "/sign-in"} className={buttonClasses("primary", "min-h-11")}>
          {t(signedIn ? "settings" : "sign_in")}
        </a>
      </ResultCard>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t(`${change.end}_title`)}</h1>
      {failure && <Alert key={failure.attempt}>{failure.text}</Alert>}
      <p className="wrap-anywhere">{t(`${change.end}_text`, { email: change.new_email })}</p>
      <div className="grid gap-3">
        {!(change.end === "old" && change.confirmed) && decisionForm("confirm", t(`${change.end}_confirm`), "primary")}
        {change.end === "old" && decisionForm("reject", t("cancel"), "danger")}
      </div>
    </div>
  )
}
