"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import type { WebhookEndpoint } from "@/features/webhook-endpoints/schema"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

export const EndpointActions = ({ endpoint: { id, status } }: { endpoint: WebhookEndpoint }) => {
  const t = useTranslations("Webhooks")
  const failureWords = useFailureWords()
  const router = useRouter()
  const next = status === "enabled" ? "paused" : "enabled"
  const change = useMutation({
    mutationFn: () => api.webhookEndpoints.update.mutate({ id, status: next }),
    onSuccess: () => router.refresh(),
  })
  const failure = change.error && failureOf(change.error)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/webhooks/${id}/edit`}>{t("edit")}</ButtonLink>
        <Button
          look={next === "enabled" ? "primary" : "secondary"}
          onClick={() => change.mutate()}
          disabled={change.isPending}
        >
          {t(next === "enabled" ? "resume" : "pause")}
        </Button>
      </div>
      {failure && (
        <Alert key={change.submittedAt}>{failure.code === "not_found" ? t("gone") : failureWords(failure)}</Alert>
      )}
    </div>
  )
}

export const DeleteEndpoint = ({ endpoint: { id, url, livemode } }: { endpoint: WebhookEndpoint }) => {
  const t = useTranslations("Webhooks")
  return (
    <ConfirmButton
      label={t("delete")}
      title={t("delete_title")}
      badge={<ModeBadge mode={livemode ? "live" : "test"} />}
      text={t("delete_text", { url })}
      submit={t("delete_submit")}
      gone={t("gone")}
      act={() => api.webhookEndpoints.delete.mutate({ id })}
      then="/webhooks"
    />
  )
}
