"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

interface RedeliverButtonProps {
  endpoint: string
  id: string
  /** Whether it is on its way already. */
  due: boolean
  /** Whether what is pending goes by itself: not to an endpoint that is paused or disabled. */
  sending: boolean
}

/** Sends a delivery once more, or now what waits for its next attempt. */
export const RedeliverButton = ({ endpoint, id, due, sending }: RedeliverButtonProps) => {
  const t = useTranslations("Webhooks")
  const failureWords = useFailureWords()
  const router = useRouter()
  const redeliver = useMutation({
    mutationFn: () => api.webhookDeliveries.redeliver.mutate({ endpoint, id }),
    onSuccess: () => router.refresh(),
  })
  const failure = redeliver.error && failureOf(redeliver.error)
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="primary" onClick={() => redeliver.mutate()} disabled={redeliver.isPending || due}>
        {t("redeliver")}
      </Button>
      <span role="status" className="text-sm text-muted empty:hidden">
        {redeliver.isSuccess && t(sending ? "redelivered" : "waits")}
      </span>
      {failure && (
        <Alert key={redeliver.submittedAt}>
          {failure.code === "invalid_state" || failure.code === "not_found" ? t("gone") : failureWords(failure)}
        </Alert>
      )}
    </div>
  )
}
