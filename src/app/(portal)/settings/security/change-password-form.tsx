"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useRef } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"

export const ChangePasswordForm = ({ passwordMin }: { passwordMin: number }) => {
  const t = useTranslations("Security")
  const failureWords = useFailureWords()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const { errors, check, refuse } = useFieldErrors()
  const change = useMutation({
    mutationFn: (input: { current: string; password: string }) => api.accounts.changePassword.mutate(input),
    onSuccess: () => {
      form.current?.reset()
      router.refresh()
    },
    onError: (error) => {
      const named = failureOf(error).details.map(({ param }) => param)
      refuse({
        ...(named.includes("current") && { current: t("current_wrong") }),
        ...(named.includes("password") && { password: t("password_same") }),
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
