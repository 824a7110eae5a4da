"use client"

import { useMutation, useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { localIn, momentIn } from "@/domain/time-zone"
import { counted } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"

const DAY_MS = 24 * 60 * 60 * 1000

interface RedeliverFailedButtonProps {
  endpoint: string
  livemode: boolean
  /** The reader's time zone, in which they name the moment. */
  zone: string
}

/** Sends all failed deliveries since a moment again, after telling how many they are. */
export const RedeliverFailedButton = ({ endpoint, livemode, zone }: RedeliverFailedButtonProps) => {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const finish = (count: number): void => {
    setOpen(false)
    setDone(count)
    router.refresh()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("redeliver_failed")}</Button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {done !== null && t("redelivered_many", counted(done, locale))}
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

const RedeliverDialog = ({
  endpoint,
  livemode,
  zone,
  onClose,
  onDone,
}: RedeliverFailedButtonProps & { onClose: () => void; onDone: (count: number) => void }) => {
  const t = useTranslations("Webhooks")
  const common = useTranslations("Common")
  const locale = useLocale()
  const failureWords = useFailureWords()
  const [text, setText] = useState(() => localIn(zone, new Date(Date.now() - DAY_MS)))
  const since = momentIn(zone, text)?.toISOString() ?? null
  const failed = useQuery({
    queryKey: ["failed-since", endpoint, since],
    queryFn: async () => (await api.webhookDeliveries.countFailed.query({ endpoint, since: since ?? "" })).count,
    enabled: since !== null,
  })
  const redeliver = useMutation({
    mutationFn: async () =>
      (await api.webhookDeliveries.redeliverFailed.mutate({ endpoint, since: since ?? "" })).count,
    onSuccess: onDone,
  })
  const error = redeliver.error ?? failed.error
  const failure = error && failureOf(error)
  const count = since === null ? undefined : failed.data
  return (
    <Dialog title={t("redeliver_title")} badge={<ModeBadge mode={livemode ? "live" : "test"} />} onClose={onClose}>
      <div className="grid gap-4">
        {failure && (
          <Alert key={redeliver.submittedAt}>
            {failure.code === "invalid_state" || failure.code === "not_found" ? t("gone") : failureWords(failure)}
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
          {count === undefined ? failed.isFetching && t("counting") : t("count_failed", counted(count, locale))}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{common("cancel")}</Button>
        <Button
          look="primary"
          onClick={() => redeliver.mutate()}
          disabled={redeliver.isPending || count === undefined || count === 0}
        >
          {count === undefined || count === 0 ? t("redeliver") : t("redeliver_submit", counted(count, locale))}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
