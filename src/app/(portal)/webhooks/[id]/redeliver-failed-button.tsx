"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { DAY_MS } from "@/domain/time-units"
import { toLocalTime, parseLocalTime } from "@/domain/time-zone"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface RedeliverFailedButtonProps {
  endpoint: string
  livemode: boolean
  /** The reader's time zone, in which they enter the time. */
  zone: string
  /** Whether there may be something to redeliver. */
  offered: boolean
}

/** Redelivers everything that failed since a time, after showing how many there are. */
export function RedeliverFailedButton({ endpoint, livemode, zone, offered }: RedeliverFailedButtonProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const refreshWebhooks = useRefreshWebhooks()
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const finish = (count: number): void => {
    setOpen(false)
    setDone(count)
    refreshWebhooks()
  }
  return (
    <>
      {offered && <Button onClick={() => setOpen(true)}>{t("redeliver_failed")}</Button>}
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {done !== null && t("redelivered_many", pluralValues(done, locale))}
      </span>
      {open && (
        <RedeliverDialog
          endpoint={endpoint}
          livemode={livemode}
          zone={zone}
          onClose={() => setOpen(false)}
          onDone={finish}
        />
      )}
    </>
  )
}

function RedeliverDialog({
  endpoint,
  livemode,
  zone,
  onClose,
  onDone,
}: Omit<RedeliverFailedButtonProps, "offered"> & { onClose: () => void; onDone: (count: number) => void }) {
  const t = useTranslations("Webhooks")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const [text, setText] = useState(() => toLocalTime(zone, new Date(Date.now() - DAY_MS)))
  const since = parseLocalTime(zone, text)?.toISOString() ?? null
  const failed = trpc.portalWebhookDeliveries.countReplay.useQuery(
    { id: endpoint, since: since ?? "" },
    { enabled: since !== null, staleTime: 0 },
  )
  const redeliver = trpc.webhookDeliveries.replay.useMutation({ onSuccess: ({ data }) => onDone(data.count) })
  const error = redeliver.error ?? failed.error
  const failure = error && failureOf(error)
  const count = since === null ? undefined : failed.data?.count
  return (
    <Dialog title={t("redeliver_title")} livemode={livemode} onClose={onClose}>
      <div className="grid gap-4">
        {failure && (
          <Alert key={redeliver.submittedAt}>
            {failure.code === "invalid_state" || failure.code === "not_found" ? t("stale") : errorMessage(failure)}
          </Alert>
        )}
        <p className="text-muted">{t("redeliver_text")}</p>
        <InputField
          label={t("since")}
          type="datetime-local"
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint={t("since_hint", { zone })}
          data-first
        />
        <p role="status" className="font-medium">
          {count === undefined ? failed.isFetching && t("counting") : t("count_failed", pluralValues(count, locale))}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{common("cancel")}</Button>
        <Button
          variant="primary"
          onClick={() => redeliver.mutate({ id: endpoint, since: since ?? "" })}
          pending={redeliver.isPending}
          disabled={count === undefined || count === 0}
        >
          {count === undefined || count === 0 ? t("redeliver") : t("redeliver_submit", pluralValues(count, locale))}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
