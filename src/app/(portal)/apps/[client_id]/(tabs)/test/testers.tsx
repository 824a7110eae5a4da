"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useRef } from "react"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import { EMAIL_MAX } from "@/domain/email-address"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

export function Testers({ clientId, testers }: { clientId: string; testers: OauthApp["testers"] }) {
  const t = useTranslations("OauthApps")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const refreshApps = useRefreshApps()
  const form = useRef<HTMLFormElement>(null)
  const add = trpc.oauthApps.addTester.useMutation({
    onSuccess: () => {
      form.current?.reset()
      void refreshApps()
    },
  })
  const removal = trpc.oauthApps.removeTester.useMutation()
  // A tester who was removed in another tab counts as removed.
  const remove = (email: string): Promise<unknown> =>
    removal.mutateAsync({ client_id: clientId, email }).catch((error: unknown) => {
      if (failureOf(error).code !== "not_found") throw error
    })
  const failure = add.error && failureOf(add.error)
  const badAddress = failure?.code === "validation_failed"
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    add.mutate({ client_id: clientId, email: new FormData(event.currentTarget).get("email") as string })
  }
  return (
    <div className="grid gap-4">
      {testers.length > 0 && (
        <ul className="divide-y divide-line">
          {testers.map((email) => (
            <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-sm">
              <span className="min-w-0 wrap-anywhere">{email}</span>
              <ConfirmButton
                label={t("tester_remove")}
                named={t("tester_remove_name", { name: email })}
                title={t("tester_remove_title", { name: email })}
                livemode
                text={t("tester_remove_text")}
                submit={t("tester_remove_submit")}
                staleMessage={t("stale")}
                act={() => remove(email)}
                onDone={() => void refreshApps()}
              />
            </li>
          ))}
        </ul>
      )}
      {failure && !badAddress && (
        <Alert key={add.submittedAt}>
          {failure.code === "invalid_state" ? t("testers_full") : errorMessage(failure)}
        </Alert>
      )}
      <form ref={form} method="post" noValidate onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <InputField
            label={t("tester_email")}
            name="email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={EMAIL_MAX}
            readOnly={add.isPending}
            error={badAddress ? problems("invalid_email") : undefined}
          />
        </div>
        <Button type="submit" pending={add.isPending} className="min-h-11">
          {t("tester_add")}
        </Button>
      </form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {add.isSuccess && t("tester_done")}
      </p>
    </div>
  )
}
