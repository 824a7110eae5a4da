"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, type ReactNode, useActionState, useState } from "react"
import { ACCOUNT_FIELD_REQUIRED, AccountFields } from "@/app/account-fields"
import { ResultCard } from "@/app/result-card"
import { signUp } from "@/app/sign-up/actions"
import { isOauthReturn, withReturnPath } from "@/domain/return-path"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { SubmitButton } from "@/ui/submit-button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"
import { type FieldErrors, useFieldErrors } from "@/ui/field-errors"
import { passwordErrorKey } from "@/ui/password-error"

type Field = "name" | "email" | "password"

/** The message for a field that the server rejected; the server's own messages are in English. */
const REFUSED = { name: "name_plain", email: "invalid_email", password: "password_short" } as const satisfies Record<
  Field,
  string
>

interface SignUpFormProps {
  passwordMin: number
  mailbox: boolean
  /** The page to return to. */
  back: string | null
  signIn: string
  /** The links to identity providers, which create an account too. */
  providers: ReactNode
}

export function SignUpForm({ passwordMin, mailbox, back, signIn, providers }: SignUpFormProps) {
  const t = useTranslations("SignUp")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const locale = useLocale()

  const refusedFields = (failed: Failure, values: Partial<Record<string, string>>): FieldErrors =>
    Object.fromEntries(
      failed.details
        .filter(({ param }) => param in REFUSED)
        .map(({ param }) => {
          const field = param as Field
          const refused = field === "password" ? (passwordErrorKey(failed) ?? REFUSED.password) : REFUSED[field]
          const key = values[field]?.trim() === "" ? ACCOUNT_FIELD_REQUIRED[field] : refused
          return [field, problems(key, { min: String(passwordMin) })]
        }),
    )
  const messageFor = (failed: Failure | null | undefined): string | null =>
    !failed || failed.details.some(({ param }) => param in REFUSED) ? null : errorMessage(failed)

  const [posted, action] = useActionState(signUp, null)
  const { errors, validate, setServerErrors } = useFieldErrors(
    posted?.failure ? refusedFields(posted.failure, posted.values) : {},
  )
  const [failure, setFailure] = useState({ text: messageFor(posted?.failure), attempt: 0 })
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState(posted?.failure === null ? posted.values.email.trim() : null)

  const send = async (input: Record<Field, string>): Promise<void> => {
    const { failure: failed } = await callAccounts((accounts) =>
      accounts.signUp.mutate({ ...input, locale, ...(back !== null && { back }) }),
    )
    if (failed === null) setSentTo(input.email.trim())
    else {
      setServerErrors(refusedFields(failed, input))
      setFailure(({ attempt }) => ({ text: messageFor(failed), attempt: attempt + 1 }))
    }
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setFailure(({ attempt }) => ({ text: null, attempt }))
    if (!validate(event.currentTarget)) return
    const data = new FormData(event.currentTarget)
    const read = (field: Field): string => data.get(field) as string
    setBusy(true)
    void send({ name: read("name"), email: read("email"), password: read("password") })
  }

  if (sentTo !== null)
    return (
      <Sent to={sentTo} mailbox={mailbox} forApp={isOauthReturn(back)} resendHref={withReturnPath("/sign-up", back)} />
    )
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form action={action} noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure.text !== null && <Alert key={failure.attempt}>{failure.text}</Alert>}
        <input type="hidden" name="return" value={back ?? ""} />
        <AccountFields
          labels={{
            name: t("name"),
            email: t("email"),
            password: t("password"),
            passwordHint: t("password_hint", { min: String(passwordMin) }),
          }}
          values={posted?.values}
          errors={errors}
          passwordMin={passwordMin}
        />
        <SubmitButton pending={busy} className="min-h-11">
          {t("submit")}
        </SubmitButton>
      </form>
      {providers}
      <p className="mt-6 text-sm text-muted">
        {t("have_one")}{" "}
        <a href={signIn} className="link">
          {t("sign_in")}
        </a>
      </p>
    </>
  )
}

/** Identical for an address that already had an account, so that it does not reveal who has one. */
function Sent({
  to,
  mailbox,
  forApp,
  resendHref,
}: {
  to: string
  mailbox: boolean
  forApp: boolean
  resendHref: string
}) {
  const t = useTranslations("SignUp")
  return (
    <ResultCard title={t("sent_title")}>
      <p className="wrap-anywhere">{t("sent_text", { email: to })}</p>
      {forApp && <p>{t("sent_app")}</p>}
      <p className="text-sm text-muted">{t("sent_none")}</p>
      <div className="flex flex-wrap gap-3">
        {mailbox && (
          <a href={`/dev/mailbox?to=${encodeURIComponent(to)}`} className={buttonClasses("primary")}>
            {t("mailbox")}
          </a>
        )}
        <a href={resendHref} className={buttonClasses("secondary")}>
          {t("again")}
        </a>
      </div>
    </ResultCard>
  )
}
