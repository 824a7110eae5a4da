"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { EMAIL_MAX } from "@/domain/email-address"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { Notice } from "@/ui/notice"
import { trpc } from "@/ui/trpc"

export function ChangeEmailForm() {
  const t = useTranslations("Account")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefreshAccount()
  const [{ data: open }] = trpc.accounts.openEmailChange.useSuspenseQuery()
  const request = trpc.accounts.requestEmailChange.useMutation({
    onSuccess: () => {
      form.current?.reset()
      void refresh()
    },
  })
  const cancel = trpc.accounts.cancelEmailChange.useMutation({ onSettled: refresh })
  const failure = request.error && failureOf(request.error)
  const named = failure?.details.find(({ param }) => param === "email")

  useEffect(() => {
    if (named) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [named])

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    request.mutate({ email: new FormData(event.currentTarget).get("email") as string })
  }

  return (
    <div className="grid gap-4">
      {cancel.error && <Alert key={cancel.submittedAt}>{errorMessage(failureOf(cancel.error))}</Alert>}
      {open && (
        <div role="status">
          <Notice tone="info" title={t("email_open", { email: open.new_email })}>
            <ul className="list-disc pl-5">
              <li>{t(open.old_confirmed ? "email_old_approved" : "email_old_pending")}</li>
              <li>{t(open.new_confirmed ? "email_new_confirmed" : "email_new_pending")}</li>
            </ul>
            <div className="mt-2">
              <Button onClick={() => cancel.mutate()} pending={cancel.isPending}>
                {t("email_cancel")}
              </Button>
            </div>
          </Notice>
        </div>
      )}
      <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure && !named && <Alert key={request.submittedAt}>{errorMessage(failure)}</Alert>}
        <InputField
          label={t("email_new")}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={EMAIL_MAX}
          hint={t("email_hint")}
          error={named && (named.code === "same" ? t("email_same") : problems("invalid_email"))}
        />
        <div>
          <Button type="submit" variant="primary" pending={request.isPending}>
            {t("email_submit")}
          </Button>
        </div>
      </form>
    </div>
  )
}
