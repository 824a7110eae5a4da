"use client"

import { useMutation } from "@tanstack/react-query"
import { useLocale, useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { counted } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { useRenewal } from "@/ui/use-renewal"

/** What its developer can do with an app as it stands. */
export const AppActions = ({ app: { client_id, live, open, missing } }: { app: OauthApp }) => {
  const t = useTranslations("OauthApps")
  const failureWords = useFailureWords()
  const { renewing, renew } = useRenewal()
  const moving = useMutation({
    mutationFn: (step: "submit" | "withdraw") => api.oauthApps[step].mutate({ client_id }),
    onSuccess: renew,
  })
  const busy = moving.isPending || renewing
  const failure = moving.error && failureOf(moving.error)
  const editable = open !== null && open.status !== "in_review"
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {editable && missing.length === 0 && (
          <Button look="primary" onClick={() => moving.mutate("submit")} disabled={busy}>
            {t("submit")}
          </Button>
        )}
        <ButtonLink href={`/apps/${client_id}/edit`} look={editable && missing.length > 0 ? "primary" : "secondary"}>
          {t("edit")}
        </ButtonLink>
        {open?.status === "in_review" && (
          <Button onClick={() => moving.mutate("withdraw")} disabled={busy}>
            {t("withdraw")}
          </Button>
        )}
        {live && editable && (
          <ConfirmButton
            disabled={busy}
            label={t("discard")}
            title={t("discard_title")}
            text={t("discard_text")}
            submit={t("discard_submit")}
            gone={t("gone")}
            act={() => api.oauthApps.discard.mutate({ client_id })}
          />
        )}
      </div>
      {failure && (
        <Alert key={moving.submittedAt}>{failure.code === "invalid_state" ? t("gone") : failureWords(failure)}</Alert>
      )}
    </div>
  )
}

export const DeleteApp = ({ app: { client_id, name, people } }: { app: OauthApp }) => {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  return (
    <ConfirmButton
      label={t("delete")}
      title={t("delete_title", { name })}
      text={t("delete_text", counted(people, locale))}
      submit={t("delete_submit")}
      gone={t("gone")}
      act={() => api.oauthApps.delete.mutate({ client_id })}
      then="/apps"
    />
  )
}
