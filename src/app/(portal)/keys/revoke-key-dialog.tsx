"use client"

import { useLocale, useTranslations } from "next-intl"
import { useRefreshKeys } from "@/app/(portal)/keys/use-refresh-keys"
import type { ApiKey } from "@/features/api-keys/schema"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

export function RevokeKeyDialog({
  apiKey: { id, name, mode, prefix, last_four },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refreshKeys = useRefreshKeys()
  const recent = trpc.portalKeys.recentCalls.useQuery({ id }, { staleTime: 0 })
  const finish = (): void => {
    onClose()
    refreshKeys()
  }
  const revoke = trpc.portalKeys.revoke.useMutation({ onSuccess: finish })
  const failure = revoke.error && failureOf(revoke.error)
  const isStale = failure?.code === "invalid_state" || failure?.code === "not_found"
  return (
    <Dialog title={t("revoke_title", { name })} livemode={mode === "live"} onClose={isStale ? finish : onClose}>
      <div className="grid gap-3">
        {failure && <Alert key={revoke.submittedAt}>{isStale ? t("already_revoked") : errorMessage(failure)}</Alert>}
        <p className="font-mono text-sm text-muted">
          {prefix}…{last_four}
        </p>
        <p role="status" className="font-medium">
          {recent.data
            ? t("calls", pluralValues(recent.data.calls, locale))
            : t(recent.isError ? "calls_failed" : "calls_loading")}
        </p>
        <p className="text-muted">{t("revoke_text")}</p>
      </div>
      <DialogActions>
        <Button onClick={isStale ? finish : onClose} data-first>
          {common("cancel")}
        </Button>
        <Button variant="danger" onClick={() => revoke.mutate({ id })} pending={revoke.isPending} disabled={isStale}>
          {t("revoke_submit")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
