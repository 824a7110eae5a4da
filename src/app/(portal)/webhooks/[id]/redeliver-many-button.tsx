"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"
import { trpc } from "@/ui/trpc"

interface RedeliverManyButtonProps {
  ids: readonly string[]
  /** Called with how many are sent again, and those that are not. */
  onDone: (sent: number, refused: string[]) => void
}

/** Redelivers the selected deliveries, each as by its own button. */
export function RedeliverManyButton({ ids, onDone }: RedeliverManyButtonProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const refresh = useRefreshWebhooks()
  const [pending, setPending] = useState(false)
  const redeliver = trpc.webhookDeliveries.redeliver.useMutation()
  const redeliverAll = async (): Promise<void> => {
    setPending(true)
    const results = await Promise.allSettled(ids.map((id) => redeliver.mutateAsync({ id })))
    setPending(false)
    const refused = ids.filter((_, place) => results[place]?.status === "rejected")
    onDone(ids.length - refused.length, refused)
    refresh()
  }
  return (
    <Button variant="primary" onClick={() => void redeliverAll()} pending={pending}>
      {t("redeliver_submit", pluralValues(ids.length, locale))}
    </Button>
  )
}
