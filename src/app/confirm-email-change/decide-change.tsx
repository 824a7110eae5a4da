"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

interface DecideChangeProps {
  token: string
  /** Null when the link is dead. */
  change: { end: "old" | "new"; new_email: string; confirmed: boolean } | null
  signedIn: boolean
}

type End = "changed" | "waiting" | "stopped" | "taken" | "dead"

export const DecideChange = ({ token, change, signedIn }: DecideChangeProps) => {
  const t = useTranslations("EmailChange")
  const failureWords = useFailureWords()
  const [end, setEnd] = useState<End | null>(change === null ? "dead" : change.confirmed && change.end === "new" ? "waiting" : null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ text: string; attempt: number } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const decided = useRef(false)

  useEffect(() => {
    if (decided.current) heading.current?.focus()
  }, [end])

  const decide = async (act: () => Promise<End>): Promise<void> => {
    setBusy(true)
    decided.current = true
    try {
      setEnd(await act())
    } catch (error) {
      const failed = failureOf(error)
      if (failed.code === "not_found") setEnd("dead")
      else if (failed.code === "invalid_state") setEnd("taken")
      else setFailure((last) => ({ text: failureWords(failed), attempt: (last?.attempt ?? 0) + 1 }))
    }
    setBusy(false)
  }
  const confirm = (): Promise<void> => decide(async () => ((await api.accounts.confirmEmailChange.mutate({ token })).changed ? "changed" : "waiting"))
  const stop = (): Promise<void> =>
    decide(async () => {
      await api.accounts.stopEmailChange.mutate({ token })
      return "stopped"
    })

  if (change === null || end !== null) {
    return (
      <div className="grid gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
          {t(`${end ?? "dead"}_title`)}
        </h1>
        <p>{t(end === "waiting" ? `waiting_text_${change?.end ?? "new"}` : `${end ?? "dead"}_text`)}</p>
        <ButtonLink href={signedIn ? "/settings/account" : "/sign-in"} look="primary" className="min-h-11">
          {t(signedIn ? "settings" : "sign_in")}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t(`${change.end}_title`)}</h1>
      {failure && <Alert key={failure.attempt}>{failure.text}</Alert>}
      <p className="wrap-anywhere">{t(`${change.end}_text`, { email: change.new_email })}</p>
      <div className="grid gap-3">
        {!(change.end === "old" && change.confirmed) && (
          <Button look="primary" onClick={() => void confirm()} disabled={busy} className="min-h-11">
            {t(`${change.end}_confirm`)}
          </Button>
        )}
        {change.end === "old" && (
          <Button look="danger" onClick={() => void stop()} disabled={busy} className="min-h-11">
            {t("stop")}
          </Button>
        )}
      </div>
    </div>
  )
}
