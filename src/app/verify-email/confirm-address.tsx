"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

type State = { at: "asking" | "busy" | "done" | "dead" } | { at: "failed"; text: string }

export const ConfirmAddress = ({ token, signedIn }: { token: string; signedIn: boolean }) => {
  const t = useTranslations("VerifyEmail")
  const failureWords = useFailureWords()
  const [state, setState] = useState<State>({ at: "asking" })
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (state.at === "done" || state.at === "dead") heading.current?.focus()
  }, [state])

  const confirm = async (): Promise<void> => {
    setState({ at: "busy" })
    try {
      await api.accounts.verifyEmail.mutate({ token })
      setState({ at: "done" })
    } catch (error) {
      const failure = failureOf(error)
      setState(failure.code === "not_found" ? { at: "dead" } : { at: "failed", text: failureWords(failure) })
    }
  }

  if (state.at === "done" || state.at === "dead") {
    const good = state.at === "done"
    return (
      <div className="grid gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
          {t(good ? "done_title" : "failed_title")}
        </h1>
        <p>{t(good ? "done_text" : "failed_text")}</p>
        <ButtonLink href={signedIn ? "/keys" : "/sign-in"} look="primary" className="min-h-11">
          {t(signedIn ? "continue" : "sign_in")}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <p className="text-muted">{t("text")}</p>
      {state.at === "failed" && <Alert>{state.text}</Alert>}
      <Button look="primary" onClick={() => void confirm()} disabled={state.at === "busy"} className="min-h-11">
        {t("submit")}
      </Button>
    </div>
  )
}
