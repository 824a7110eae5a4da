"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useActionState, useState } from "react"
import { requestPasswordReset } from "@/app/forgot-password/actions"
import { ResultCard } from "@/app/result-card"
import { EMAIL_MAX } from "@/domain/email-address"
import { isOauthReturn } from "@/domain/return-path"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"

export function ForgotPasswordForm({ mailbox, back }: { mailbox: boolean; back: string | null }) {
  const t = useTranslations("ForgotPassword")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()

  const isInvalid = (failed: Failure | null | undefined): boolean => failed?.code === "validation_failed"
  const messageFor = (failed: Failure | null | undefined): string | null =>
    !failed || isInvalid(failed) ? null : errorMessage(failed)

  const [posted, action] = useActionState(requestPasswordReset, null)
  const { errors, validate, setServerErrors } = useFieldErrors(
    posted && isInvalid(posted.failure)
      ? { email: problems(posted.values.email.trim() === "" ? "required" : "invalid_email") }
      : {},
  )
  const [failure, setFailure] = useState({ text: messageFor(posted?.failure), attempt: 0 })
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState(posted?.failure === null ? posted.values.email.trim() : null)

  const send = async (email: string): Promise<void> => {
    const { failure: failed } = await callAccounts((accounts) =>
      accounts.requestPasswordReset.mutate({ email, ...(back !== null && { back }) }),
    )
    if (failed === null) setSentTo(email.trim())
    else {
      setServerErrors(isInvalid(failed) ? { email: problems("invalid_email") } : {})
      setFailure(({ attempt }) => ({ text: messageFor(failed), attempt: attempt + 1 }))
    }
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setFailure(({ attempt }) => ({ text: null, attempt }))
    if (!validate(event.currentTarget)) return
    setBusy(true)
    void send(new FormData(event.currentTarget).get("email") as string)
  }

  if (sentTo !== null) return <Sent to={sentTo} mailbox={mailbox} forApp={isOauthReturn(back)} />
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form action={action} noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure.text !== null && <Alert key={failure.attempt}>{failure.text}</Alert>}
        <input type="hidden" name="return" value={back ?? ""} />
        <InputField
          label={t("email")}
          name="email"
          type="email"
          defaultValue={posted?.values.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={EMAIL_MAX}
          error={errors.email}
        />
        <SubmitButton pending={busy} className="min-h-11">
          {t("submit")}
        </SubmitButton>
      </form>
    </>
  )
}

/** Identical whether or not the address has an account. */
function Sent({ to, mailbox, forApp }: { to: string; mailbox: boolean; forApp: boolean }) {
  const t = useTranslations("ForgotPassword")
  return (
    <ResultCard title={t("sent_title")}>
      <p className="wrap-anywhere">{t("sent_text", { email: to })}</p>
      {forApp && <p>{t("sent_app")}</p>}
      <p className="text-sm text-muted">{t("sent_none")}</p>
      {mailbox && (
        <div>
          <a href="/dev/mailbox" className={buttonClasses("primary")}>
            {t("mailbox")}
          </a>
        </div>
      )}
    </ResultCard>
  )
}
