"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useRef } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { passwordRefusal } from "@/ui/password-refusal"
import { trpc } from "@/ui/trpc"

export const ChangePasswordForm = ({ passwordMin }: { passwordMin: number }) => {
  const t = useTranslations("Security")
  const problems = useTranslations("Problems")
  const failureWords = useFailureWords()
  const refresh = useRefreshAccount()
  const form = useRef<HTMLFormElement>(null)
  const { errors, check, refuse } = useFieldErrors()
  const change = trpc.accounts.changePassword.useMutation({
    onSuccess: () => {
      form.current?.reset()
      void refresh()
    },
    onError: (error) => {
      const failed = failureOf(error)
      const refused = passwordRefusal(failed)
      const same = failed.details.some(({ code }) => code === "same")
      refuse({
        ...(failed.details.some(({ param }) => param === "current") && { current: t("current_wrong") }),
        ...(refused && { password: same ? t("password_same") : problems(refused, { min: String(passwordMin) }) }),
      })
    },
  })
  const failure = change.error && failureOf(change.error)

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!check(event.currentTarget)) return
    const data = new FormData(event.currentTarget)
    change.mutate({ current: data.get("current") as string, password: data.get("password") as string })
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      {failure && failure.details.length === 0 && <Alert key={change.submittedAt}>{failureWords(failure)}</Alert>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <InputField
          label={t("current")}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          error={errors.current}
        />
        <InputField
          label={t("new")}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={passwordMin}
          maxLength={200}
          hint={t("new_hint", { min: String(passwordMin) })}
          error={errors.password}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={change.isPending}>
          {t("change_password")}
        </Button>
        <span role="status" className={change.isSuccess ? "text-sm text-neem-ink" : "sr-only"}>
          {change.isSuccess && t("password_done")}
        </span>
      </div>
    </form>
  )
}
