"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"

export const ForgotPasswordForm = ({ mailbox }: { mailbox: boolean }) => {
  const t = useTranslations("ForgotPassword")
  const problems = useTranslations("Problems")
  const failureWords = useFailureWords()
  const [failure, setFailure] = useState<{ text: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const send = async (email: string): Promise<void> => {
    try {
      await api.accounts.requestPasswordReset.mutate({ email })
      setSentTo(email.trim())
    } catch (error) {
      const failed = failureOf(error)
      const text = failed.code === "validation_failed" ? problems("invalid_email") : failureWords(failed)
      setFailure((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    }
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setBusy(true)
    void send(new FormData(event.currentTarget).get("email") as string)
  }

  if (sentTo !== null) return <Sent to={sentTo} mailbox={mailbox} />
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form method="post" onSubmit={onSubmit} className="grid gap-4">
        {failure && <Alert key={failure.attempt}>{failure.text}</Alert>}
        <InputField label={t("email")} name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} required maxLength={254} />
        <Button type="submit" look="primary" disabled={busy} className="min-h-11">
          {t("submit")}
        </Button>
      </form>
    </>
  )
}

/** The same whether the address has an account or not. */
const Sent = ({ to, mailbox }: { to: string; mailbox: boolean }) => {
  const t = useTranslations("ForgotPassword")
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {t("sent_title")}
      </h1>
      <p className="wrap-anywhere">{t("sent_text", { email: to })}</p>
      <p className="text-sm text-muted">{t("sent_none")}</p>
      {mailbox && (
        <div>
          <ButtonLink href="/dev/mailbox" look="primary">
            {t("mailbox")}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
