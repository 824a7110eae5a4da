"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Outcome } from "@/app/outcome"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import { buttonClasses } from "@/ui/button-look"
import { useFailureWords } from "@/ui/failure-words"

type State = { at: "asking" | "busy" | "done" | "dead" } | { at: "failed"; text: string }

export const ConfirmAddress = ({ token, signedIn }: { token: string; signedIn: boolean }) => {
  const t = useTranslations("VerifyEmail")
  const failureWords = useFailureWords()
  const [state, setState] = useState<State>({ at: "asking" })

  const confirm = async (): Promise<void> => {
    setState({ at: "busy" })
    const { failure } = await callAccounts("verifyEmail", { token })
    if (failure === null) setState({ at: "done" })
    else setState(failure.code === "not_found" ? { at: "dead" } : { at: "failed", text: failureWords(failure) })
  }

  if (state.at === "done" || state.at === "dead") {
    const good = state.at === "done"
    return (
      <Outcome title={t(good ? "done_title" : "failed_title")}>
        <p>{t(good ? "done_text" : "failed_text")}</p>
        <a href={signedIn ? "/keys" : "/sign-in"} className={buttonClasses("primary", "min-h-11")}>
          {t(signedIn ? "continue" : "sign_in")}
        </a>
      </Outcome>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <p className="text-muted">{t("text")}</p>
      {state.at === "failed" && <Alert>{state.text}</Alert>}
      <button type="button" onClick={() => void confirm()} disabled={state.at === "busy"} className={buttonClasses("primary", "min-h-11")}>
        {t("submit")}
      </button>
    </div>
  )
}
