"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useRef } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { passwordErrorKey } from "@/ui/password-error"
import { trpc } from "@/ui/trpc"

export function ChangePasswordForm({ passwordMin }: { passwordMin: number }) {
  const t = useTranslations("Security")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const form = useRef<HTMLFormElement>(null)
  const { errors, validate, setServerErrors } = useFieldErrors()
  const change = trpc.accounts.changePassword.useMutation({
    onSuccess: () => {
      form.current?.reset()
      void refresh()
    },
    onError: (error) => {
      const failed = failureOf(error)
      const refused = passwordErrorKey(failed)
      const same = failed.details.some(({ code }) => code === "same")
      setServerErrors({
        ...(failed.details.some(({ param }) => param === "current") && { current: t("current_wrong") }),
        ...(refused && { password: same ? t("password_unchanged") : problems(refused, { min: String(passwordMin) }) }),
      })
    },
  })
  const failure = change.error && failureOf(change.error)

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    const data = new FormData(event.currentTarget)
    change.mutate({ current: data.get("current") as string, password: data.get("password") as string })
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      {failure && failure.details.length === 0 && <Alert key={change.submittedAt}>{errorMessage(failure)}</Alert>}
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
        <Button type="submit" pending={change.isPending}>
          {t("change_password")}
        </Button>
        <span role="status" className={change.isSuccess ? "text-sm text-neem-ink" : "sr-only"}>
          {change.isSuccess && t("password_done")}
        </span>
      </div>
    </form>
  )
}
