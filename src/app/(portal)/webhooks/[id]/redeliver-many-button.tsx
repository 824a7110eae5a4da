"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { pluralValues } from "@/i18n/format"
import { type Failure, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { trpc } from "@/ui/trpc"

export interface RedeliveryResult {
  /** How many are sent again. */
  sent: number
  /** Those that cannot be sent again now. */
  refused: string[]
  /** Those that failed, and why the first of them did. */
  failed: string[]
  failure: Failure | null
}

interface RedeliverManyButtonProps {
  ids: readonly string[]
  onDone: (result: RedeliveryResult) => void
}

const REFUSALS = ["invalid_state", "not_found"]

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
    const failures = new Map<string, Failure>(
      ids.flatMap((id, place) => {
        const result = results[place]
        return result?.status === "rejected" ? [[id, failureOf(result.reason)] as const] : []
      }),
    )
    const isRefusal = (id: string): boolean => REFUSALS.includes(failures.get(id)?.code ?? "")
    const refused = [...failures.keys()].filter(isRefusal)
    const failed = [...failures.keys()].filter((id) => !isRefusal(id))
    const failure = failures.get(failed[0] ?? "") ?? null
    onDone({ sent: ids.length - failures.size, refused, failed, failure })
    refresh()
  }
  return (
    <Button variant="primary" onClick={() => void redeliverAll()} pending={pending}>
      {t("redeliver_submit", pluralValues(ids.length, locale))}
    </Button>
  )
}
