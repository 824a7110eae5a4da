"use client"

import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

export function EndpointActions({ endpoint: { id, status } }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const errorMessage = useErrorMessage()
  const next = status === "enabled" ? "paused" : "enabled"
  const change = trpc.webhookEndpoints.update.useMutation({ onSuccess: useRefreshWebhooks() })
  const failure = change.error && failureOf(change.error)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`${path}/${id}/edit`}>{t("edit")}</ButtonLink>
        <Button
          variant={next === "enabled" ? "primary" : "secondary"}
          onClick={() => change.mutate({ id, status: next })}
          pending={change.isPending}
        >
          {t(next === "enabled" ? "resume" : "pause")}
        </Button>
      </div>
      {failure && (
        <Alert key={change.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
      )}
    </div>
  )
}

export function DeleteEndpoint({ endpoint: { id, url, livemode } }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("Webhooks")
  const { list } = useWebhooksOwner()
  const remove = trpc.webhookEndpoints.delete.useMutation()
  return (
    <ConfirmButton
      label={t("delete")}
      title={t("delete_title")}
      livemode={livemode}
      text={t("delete_text", { url })}
      submit={t("delete_submit")}
      staleMessage={t("stale")}
      act={() => remove.mutateAsync({ id })}
      onDone={useRefreshWebhooks()}
      then={list}
    />
  )
}
