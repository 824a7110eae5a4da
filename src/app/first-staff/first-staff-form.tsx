"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useActionState } from "react"
import { ACCOUNT_FIELD_REQUIRED, AccountFields, isAccountField } from "@/app/account-fields"
import { createStaffAccount } from "@/app/first-staff/create-staff-account"
import { ResultCard } from "@/app/result-card"
import { signInPath } from "@/domain/return-path"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"
import { type FieldErrors, useFieldErrors } from "@/ui/field-errors"
import { passwordErrorKey } from "@/ui/password-error"

/** Staff pages require a second factor, which is set up here. */
const NEXT = signInPath("/settings/security")

interface FirstStaffFormProps {
  token: string
  valid: boolean
  passwordMin: number
}

export function FirstStaffForm({ token, valid, passwordMin }: FirstStaffFormProps) {
  const t = useTranslations("FirstStaff")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const [posted, action, busy] = useActionState(createStaffAccount, null)
  const { errors, validate } = useFieldErrors()

  const messageFor = (param: string, code: string): string | null => {
    if (param === "name") return problems("name_plain")
    if (param === "email") return code === "taken" ? t("taken") : problems("invalid_email")
    return null
  }
  const refusedFields = (failed: Failure, values: Partial<Record<string, string>>): FieldErrors =>
    Object.fromEntries(
      failed.details.flatMap(({ param, code }) => {
        const password = param === "password" ? passwordErrorKey(failed) : null
        const message =
          values[param]?.trim() === "" && isAccountField(param)
            ? problems(ACCOUNT_FIELD_REQUIRED[param])
            : password
              ? problems(password, { min: String(passwordMin) })
              : messageFor(param, code)
        return message === null ? [] : [[param, message] as const]
      }),
    )

  if (posted?.failure === null) {
    return (
      <ResultCard title={t("done_title")}>
        <p className="wrap-anywhere">{t("done_text", { email: posted.values.email.trim() })}</p>
        <a href={NEXT} className={buttonClasses("primary", "min-h-11")}>
          {t("done_action")}
        </a>
      </ResultCard>
    )
  }
  if (!valid || posted?.failure.code === "not_found") {
    return (
      <ResultCard title={t("invalid_link_title")}>
        <p>{t("invalid_link_text")}</p>
        <a href="/sign-in" className={buttonClasses("primary", "min-h-11")}>
          {t("invalid_link_action")}
        </a>
      </ResultCard>
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    if (!validate(event.currentTarget)) event.preventDefault()
  }
  const refused = posted ? refusedFields(posted.failure, posted.values) : {}
  const shownErrors = { ...refused, ...errors }
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form action={action} noValidate onSubmit={onSubmit} className="grid gap-4">
        {posted && Object.keys(refused).length === 0 && <Alert>{errorMessage(posted.failure)}</Alert>}
        <input type="hidden" name="token" value={token} />
        <AccountFields
          labels={{
            name: t("name"),
            email: t("email"),
            password: t("password"),
            passwordHint: t("password_hint", { min: String(passwordMin) }),
          }}
          values={posted?.values}
          errors={shownErrors}
          passwordMin={passwordMin}
        />
        <SubmitButton pending={busy} className="min-h-11">
          {t("submit")}
        </SubmitButton>
      </form>
    </>
  )
}
