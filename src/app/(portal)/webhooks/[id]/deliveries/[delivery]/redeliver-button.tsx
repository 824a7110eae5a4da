"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

/** Sends a delivery once more. @param pending whether it is on its way already */
export const RedeliverButton = ({ endpoint, id, pending }: { endpoint: string; id: string; pending: boolean }) => {
  const t = useTranslations("Webhooks")
  const failureWords = useFailureWords()
  const router = useRouter()
  const redeliver = useMutation({ mutationFn: () => api.webhookDeliveries.redeliver.mutate({ endpoint, id }), onSuccess: () => router.refresh() })
  const failure = redeliver.error && failureOf(redeliver.error)
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="primary" onClick={() => redeliver.mutate()} disabled={redeliver.isPending || pending}>
        {t("redeliver")}
      </Button>
      <span role="status" className="text-sm text-muted empty:hidden">
        {redeliver.isSuccess && t("redelivered")}
      </span>
      {failure && <Alert key={redeliver.submittedAt}>{failure.code === "invalid_state" || failure.code === "not_found" ? t("gone") : failureWords(failure)}</Alert>}
    </div>
  )
}
