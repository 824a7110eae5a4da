"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useActionState, useState } from "react"
import { ResultCard } from "@/app/result-card"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { verifyWithoutScripts } from "@/app/verify-email/without-scripts"
import type { Continuation } from "@/app/continue-to"
import { signInEntryPath, withReturnPath } from "@/domain/return-path"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"

type State =
  | { at: "asking" | "busy" | "invalid_link" }
  | { at: "done"; signedIn: boolean; email: string }
  | { at: "choose"; token: string }
  | { at: "failed"; text: string }

interface ConfirmAddressProps extends Continuation {
  token: string
  signedIn: boolean
}

export function ConfirmAddress({ token, signedIn, back, app }: ConfirmAddressProps) {
  const t = useTranslations("VerifyEmail")
  const errorMessage = useErrorMessage()
  const stateAfter = ({ data, failure }: Awaited<ReturnType<typeof verifyWithoutScripts>>): State => {
    if (failure !== null)
      return failure.code === "not_found" ? { at: "invalid_link" } : { at: "failed", text: errorMessage(failure) }
    return data.password_token === null
      ? { at: "done", signedIn: signedIn || data.signed_in, email: data.email }
      : { at: "choose", token: data.password_token }
  }

  const [posted, action] = useActionState(verifyWithoutScripts, null)
  const [state, setState] = useState<State>(posted === null ? { at: "asking" } : stateAfter(posted))

  const confirm = async (): Promise<void> => {
    setState({ at: "busy" })
    const after = stateAfter(await callAccounts((accounts) => accounts.verifyEmail.mutate({ token })))
    if (after.at !== "done" || !after.signedIn || app === "expired") return setState(after)
    await adoptAccountLocale()
    // A full page load, so that nothing rendered for a signed-out visitor stays.
    window.location.assign(back ?? "/overview")
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void confirm()
  }

  if (state.at === "choose") {
    return (
      <ResultCard title={t("done_title")}>
        <p>{t("choose_text")}</p>
        {app === "expired" && <p>{t("done_app_expired")}</p>}
        <a
          href={withReturnPath(`/reset-password?token=${state.token}`, back)}
          className={buttonClasses("primary", "min-h-11")}
        >
          {t("choose")}
        </a>
      </ResultCard>
    )
  }
  if (state.at === "invalid_link") {
    return (
      <ResultCard title={t("failed_title")}>
        <p>{t("failed_text")}</p>
        <a
          href={signedIn ? (back ?? "/overview") : signInEntryPath(back)}
          className={buttonClasses("primary", "min-h-11")}
        >
          {t(!signedIn ? "sign_in" : "continue")}
        </a>
      </ResultCard>
    )
  }
  if (state.at === "done") {
    return (
      <ResultCard title={t("done_title")}>
        <p>{t(app === null ? "done_text" : `done_app_${app}`)}</p>
        <a
          href={state.signedIn ? (back ?? "/overview") : signInEntryPath(back, state.email)}
          className={buttonClasses("primary", "min-h-11")}
        >
          {t(!state.signedIn ? "sign_in" : back === null ? "to_overview" : "continue")}
        </a>
      </ResultCard>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <p className="text-muted">{t("text")}</p>
      {state.at === "failed" && <Alert>{state.text}</Alert>}
      <form action={action} data-once onSubmit={onSubmit} className="grid">
        <input type="hidden" name="token" value={token} />
        <SubmitButton pending={state.at === "busy"} className="min-h-11">
          {t("submit")}
        </SubmitButton>
      </form>
    </div>
  )
}
