"use client"

import { useLocale, useTranslations } from "next-intl"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** The actions that the app's status allows. The primary one is what comes next. */
export function AppActions({ app: { client_id, status, live, open, missing } }: { app: OauthApp }) {
  const t = useTranslations("OauthApps")
  const errorMessage = useErrorMessage()
  const refreshApps = useRefreshApps()
  // Both stay pending until the page shows the app's new status.
  const submit = trpc.oauthApps.submit.useMutation({ onSuccess: refreshApps })
  const withdraw = trpc.oauthApps.withdraw.useMutation({ onSuccess: refreshApps })
  const discard = trpc.oauthApps.discard.useMutation()
  const moving = withdraw.submittedAt > submit.submittedAt ? withdraw : submit
  const busy = moving.isPending
  const failure = moving.error && failureOf(moving.error)
  const editable = open !== null && open.status !== "in_review"
  const next = !editable ? "test" : missing.length > 0 ? "complete" : "submit"
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {next === "submit" && (
          <Button
            variant="primary"
            onClick={() => submit.mutate({ client_id })}
            pending={submit.isPending}
            disabled={busy}
          >
            {t("submit")}
          </Button>
        )}
        {next === "complete" && (
          <ButtonLink href={appTabPath(client_id, "settings")} variant="primary">
            {t("complete")}
          </ButtonLink>
        )}
        {next !== "complete" && status !== "suspended" && (
          <ButtonLink href={appTabPath(client_id, "test")} variant={next === "test" ? "primary" : "secondary"}>
            {t("try")}
          </ButtonLink>
        )}
        {open?.status === "in_review" && (
          <Button onClick={() => withdraw.mutate({ client_id })} pending={withdraw.isPending} disabled={busy}>
            {t("withdraw")}
          </Button>
        )}
        {live && editable && (
          <ConfirmButton
            disabled={busy}
            label={t("discard")}
            title={t("discard_title")}
            livemode
            text={t("discard_text")}
            submit={t("discard_submit")}
            staleMessage={t("stale")}
            act={() => discard.mutateAsync({ client_id })}
            onDone={() => void refreshApps()}
          />
        )}
      </div>
      {failure && (
        <Alert key={moving.submittedAt}>{failure.code === "invalid_state" ? t("stale") : errorMessage(failure)}</Alert>
      )}
    </div>
  )
}

export function DeleteApp({ app: { client_id, name, people } }: { app: OauthApp }) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const refreshApps = useRefreshApps()
  const remove = trpc.oauthApps.delete.useMutation()
  return (
    <ConfirmButton
      label={t("delete")}
      title={t("delete_title", { name })}
      livemode
      text={t("delete_text", pluralValues(people, locale))}
      submit={t("delete_submit")}
      staleMessage={t("stale")}
      act={() => remove.mutateAsync({ client_id })}
      onDone={() => void refreshApps()}
      then="/apps"
    />
  )
}
