"use client"

import { useTranslations } from "next-intl"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

interface RedeliverButtonProps {
  id: string
  delivered: boolean
  /** Whether it is already due. */
  due: boolean
  /** Whether pending deliveries are sent: not while the endpoint is paused or disabled. */
  sending: boolean
}

/** Sends a delivery again, or a pending one immediately. */
export function RedeliverButton({ id, delivered, due, sending }: RedeliverButtonProps) {
  const t = useTranslations("Webhooks")
  const errorMessage = useErrorMessage()
  const redeliver = trpc.webhookDeliveries.redeliver.useMutation({ onSuccess: useRefreshWebhooks() })
  const failure = redeliver.error && failureOf(redeliver.error)
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={delivered ? "secondary" : "primary"}
        onClick={() => redeliver.mutate({ id })}
        pending={redeliver.isPending}
        disabled={due}
      >
        {t("redeliver")}
      </Button>
      <span role="status" className="text-sm text-muted empty:hidden">
        {redeliver.isSuccess && t(sending ? "redelivered" : "paused_delivery")}
      </span>
      {failure && (
        <Alert key={redeliver.submittedAt}>
          {failure.code === "invalid_state" || failure.code === "not_found" ? t("stale") : errorMessage(failure)}
        </Alert>
      )}
    </div>
  )
}
