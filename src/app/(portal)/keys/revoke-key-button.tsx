"use client"

import { useMutation, useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import type { ApiKey } from "@/features/api-keys/schema"
import { counted } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"

export const RevokeKeyButton = ({ apiKey }: { apiKey: ApiKey }) => {
  const t = useTranslations("Keys")
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={t("revoke_name", { name: apiKey.name })}>
        {t("revoke")}
      </Button>
      {open && <RevokeDialog apiKey={apiKey} onClose={() => setOpen(false)} />}
    </>
  )
}

const RevokeDialog = ({
  apiKey: { id, name, mode, prefix, last_four },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) => {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const failureWords = useFailureWords()
  const router = useRouter()
  const recent = useQuery({ queryKey: ["recent-calls", id], queryFn: () => api.apiKeys.recentCalls.query({ id }) })
  const finish = (): void => {
    onClose()
    router.refresh()
  }
  const revoke = useMutation({ mutationFn: () => api.apiKeys.revoke.mutate({ id }), onSuccess: finish })
  const failure = revoke.error && failureOf(revoke.error)
  const gone = failure?.code === "invalid_state" || failure?.code === "not_found"
  return (
    <Dialog title={t("revoke_title", { name })} badge={<ModeBadge mode={mode} />} onClose={gone ? finish : onClose}>
      <div className="grid gap-3">
        {failure && <Alert key={revoke.submittedAt}>{gone ? t("gone") : failureWords(failure)}</Alert>}
        <p className="font-mono text-sm text-muted">
          {prefix}…{last_four}
        </p>
        <p role="status" className="font-medium">
          {recent.data
            ? t("calls", counted(recent.data.calls, locale))
            : t(recent.isError ? "calls_failed" : "calls_loading")}
        </p>
        <p className="text-muted">{t("revoke_text")}</p>
      </div>
      <DialogActions>
        <Button onClick={gone ? finish : onClose} data-first>
          {common("cancel")}
        </Button>
        <Button look="danger" onClick={() => revoke.mutate()} disabled={revoke.isPending || gone}>
          {t("revoke_submit")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
