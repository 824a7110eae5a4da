"use client"

import { useMutation, useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"

const DAY_MS = 24 * 60 * 60 * 1000
const INDIA = "+05:30"
const INDIA_MS = 5.5 * 60 * 60 * 1000

/** A moment as an input of type datetime-local holds it, in India. */
const local = (at: number): string => new Date(at + INDIA_MS).toISOString().slice(0, 16)

const moment = (text: string): string | null => {
  const at = new Date(`${text}${INDIA}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Sends all failed deliveries since a moment again, after telling how many they are. */
export const RedeliverFailedButton = ({ endpoint }: { endpoint: string }) => {
  const t = useTranslations("Webhooks")
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
        {done !== null && t("redelivered_many", { count: done })}
      </span>
      {open && <RedeliverDialog endpoint={endpoint} onClose={() => setOpen(false)} onDone={finish} />}
    </>
  )
}

const RedeliverDialog = ({ endpoint, onClose, onDone }: { endpoint: string; onClose: () => void; onDone: (count: number) => void }) => {
  const t = useTranslations("Webhooks")
  const common = useTranslations("Common")
  const failureWords = useFailureWords()
  const [text, setText] = useState(() => local(Date.now() - DAY_MS))
  const since = moment(text)
  const counted = useQuery({
    queryKey: ["failed-since", endpoint, since],
    queryFn: async () => (await api.webhookDeliveries.countFailed.query({ endpoint, since: since ?? "" })).count,
    enabled: since !== null,
  })
  const redeliver = useMutation({
    mutationFn: async () => (await api.webhookDeliveries.redeliverFailed.mutate({ endpoint, since: since ?? "" })).count,
    onSuccess: onDone,
  })
  const error = redeliver.error ?? counted.error
  const failure = error && failureOf(error)
  const count = since === null ? undefined : counted.data
  return (
    <Dialog title={t("redeliver_title")} onClose={onClose}>
      <div className="grid gap-4">
        {failure && <Alert key={redeliver.submittedAt}>{failure.code === "invalid_state" || failure.code === "not_found" ? t("gone") : failureWords(failure)}</Alert>}
        <p className="text-muted">{t("redeliver_text")}</p>
        <InputField label={t("since")} type="datetime-local" value={text} onChange={(event) => setText(event.target.value)} hint={t("since_hint")} data-first />
        <p role="status" className="font-medium">
          {count === undefined ? counted.isFetching && t("counting") : t("count_failed", { count })}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{common("cancel")}</Button>
        <Button look="primary" onClick={() => redeliver.mutate()} disabled={redeliver.isPending || count === undefined || count === 0}>
          {count === undefined || count === 0 ? t("redeliver") : t("redeliver_submit", { count })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
