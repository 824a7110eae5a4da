"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useActionState, useState } from "react"
import { ResultCard } from "@/app/result-card"
import { resetWithoutScripts } from "@/app/reset-password/without-scripts"
import type { Continuation } from "@/app/continue-to"
import { signInEntryPath, withReturnPath, signInPath } from "@/domain/return-path"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { type FieldErrors, useFieldErrors } from "@/ui/field-errors"
import { passwordErrorKey } from "@/ui/password-error"

interface ResetPasswordFormProps extends Continuation {
  token: string
  /** Whether the link could set a password when the page was rendered. */
  valid: boolean
  passwordMin: number
}

export function ResetPasswordForm({ token, valid, passwordMin, back, app }: ResetPasswordFormProps) {
  const t = useTranslations("ResetPassword")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()

  const endOf = (failed: Failure | null): "done" | "invalid_link" | null => {
    if (failed === null) return "done"
    return failed.code === "not_found" ? "invalid_link" : null
  }
  const refusedFields = (failed: Failure | null): FieldErrors => {
    const refused = failed && passwordErrorKey(failed)
    return refused ? { password: problems(refused, { min: String(passwordMin) }) } : {}
  }
  const messageFor = (failed: Failure | null): string | null =>
    failed === null || endOf(failed) !== null || passwordErrorKey(failed) !== null ? null : errorMessage(failed)

  const [posted, action] = useActionState(resetWithoutScripts, null)
  const { errors, validate, setServerErrors } = useFieldErrors(refusedFields(posted?.failure ?? null))
  const [failure, setFailure] = useState({ text: messageFor(posted?.failure ?? null), attempt: 0 })
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [end, setEnd] = useState(posted !== null ? endOf(posted.failure) : valid ? null : "invalid_link")
  const [email, setEmail] = useState(posted?.data?.email ?? null)

  const save = async (password: string): Promise<void> => {
    const { data, failure: failed } = await callAccounts((accounts) =>
      accounts.resetPassword.mutate({ token, password }),
    )
    setEmail(data?.email ?? null)
    setEnd(endOf(failed))
    setServerErrors(refusedFields(failed))
    setFailure(({ attempt }) => ({ text: messageFor(failed), attempt: attempt + 1 }))
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setFailure(({ attempt }) => ({ text: null, attempt }))
    if (!validate(event.currentTarget)) return
    setBusy(true)
    void save(new FormData(event.currentTarget).get("password") as string)
  }

  if (end !== null) {
    return (
      <ResultCard title={t(`${end}_title`)}>
        <p>{t(`${end}_text`)}</p>
        {end === "done" && app === "expired" && <p>{t("done_app_expired")}</p>}
        <a
          href={end === "done" ? signInEntryPath(back, email) : withReturnPath("/forgot-password", back)}
          className={buttonClasses("primary", "min-h-11")}
        >
          {t(`${end}_action`)}
        </a>
        {end === "done" && (
          <p className="text-sm">
            <a href={signInPath("/settings/security#access")} className="link">
              {t("done_access")}
            </a>
          </p>
        )}
      </ResultCard>
    )
  }
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form action={action} data-once noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure.text !== null && <Alert key={failure.attempt}>{failure.text}</Alert>}
        <input type="hidden" name="token" value={token} />
        <InputField
          label={t("password")}
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="new-password"
          required
          minLength={passwordMin}
          maxLength={200}
          hint={t("hint", { min: String(passwordMin) })}
          error={errors.password}
        />
        <label className="flex w-fit items-center gap-2.5 text-sm noscript:hidden">
          <input
            type="checkbox"
            className="size-4"
            checked={shown}
            onChange={(event) => setShown(event.target.checked)}
          />
          {t("show")}
        </label>
        <SubmitButton pending={busy} className="min-h-11">
          {t("submit")}
        </SubmitButton>
      </form>
    </>
  )
}
