"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Outcome } from "@/app/outcome"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import { buttonClasses } from "@/ui/button-look"
import { useFailureWords } from "@/ui/failure-words"

interface DecideChangeProps {
  token: string
  /** Null if the link is invalid. */
  change: { end: "old" | "new"; new_email: string; confirmed: boolean } | null
  signedIn: boolean
}

type End = "changed" | "waiting" | "stopped" | "taken" | "dead"

export const DecideChange = ({ token, change, signedIn }: DecideChangeProps) => {
  const t = useTranslations("EmailChange")
  const failureWords = useFailureWords()
  const [end, setEnd] = useState<End | null>(
    change === null ? "dead" : change.confirmed && change.end === "new" ? "waiting" : null,
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ text: string; attempt: number } | null>(null)

  const decide = async (act: "confirm" | "stop"): Promise<void> => {
    setBusy(true)
    const { data, failure: failed } = await callAccounts(async (accounts): Promise<End> => {
      if (act === "confirm")
        return (await accounts.confirmEmailChange.mutate({ token })).changed ? "changed" : "waiting"
      await accounts.stopEmailChange.mutate({ token })
      return "stopped"
    })
    if (failed === null) setEnd(data)
    else if (failed.code === "not_found") setEnd("dead")
    else if (failed.code === "invalid_state") setEnd("taken")
    else setFailure((last) => ({ text: failureWords(failed), attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  if (change === null || end !== null) {
    return (
      <Outcome title={t(`${end ?? "dead"}_title`)}>
        <p>{t(end === "waiting" ? `waiting_text_${change?.end ?? "new"}` : `${end ?? "dead"}_text`)}</p>
        <a href={signedIn ? "/settings/account" : "/sign-in"} className={buttonClasses("primary", "min-h-11")}>
          {t(signedIn ? "settings" : "sign_in")}
        </a>
      </Outcome>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t(`${change.end}_title`)}</h1>
      {failure && <Alert key={failure.attempt}>{failure.text}</Alert>}
      <p className="wrap-anywhere">{t(`${change.end}_text`, { email: change.new_email })}</p>
      <div className="grid gap-3">
        {!(change.end === "old" && change.confirmed) && (
          <button
            type="button"
            onClick={() => void decide("confirm")}
            disabled={busy}
            className={buttonClasses("primary", "min-h-11")}
          >
            {t(`${change.end}_confirm`)}
          </button>
        )}
        {change.end === "old" && (
          <button
            type="button"
            onClick={() => void decide("stop")}
            disabled={busy}
            className={buttonClasses("danger", "min-h-11")}
          >
            {t("stop")}
          </button>
        )}
      </div>
    </div>
  )
}
