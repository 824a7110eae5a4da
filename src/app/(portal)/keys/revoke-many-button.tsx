"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshKeys } from "@/app/(portal)/keys/use-refresh-keys"
import type { ApiKey } from "@/features/api-keys/schema"
import { formatNumber, pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** Revokes the selected keys, which all work. */
export function RevokeManyButton({ keys }: { keys: readonly ApiKey[] }) {
  const t = useTranslations("Keys")
  const locale = useLocale()
  // The dialog keeps its keys, although the list behind it changes.
  const [revoking, setRevoking] = useState<readonly ApiKey[]>([])
  return (
    <>
      <Button variant="danger-outline" onClick={() => setRevoking(keys)}>
        {t("revoke_many", pluralValues(keys.length, locale))}
      </Button>
      {revoking.length > 0 && <RevokeManyDialog keys={revoking} onClose={() => setRevoking([])} />}
    </>
  )
}

function RevokeManyDialog({ keys, onClose }: { keys: readonly ApiKey[]; onClose: () => void }) {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refreshKeys = useRefreshKeys()
  const counts = trpc.useQueries((queries) =>
    keys.map(({ id }) => queries.portalKeys.recentCalls({ id }, { staleTime: 0 })),
  )
  const finish = (): void => {
    onClose()
    refreshKeys()
  }
  const revoke = trpc.portalKeys.revokeMany.useMutation({ onSuccess: finish })
  const failure = revoke.error && failureOf(revoke.error)
  const calls = counts.map(({ data }) => data?.calls)
  const total = calls.every((count) => count !== undefined) ? calls.reduce((sum, count) => sum + count, 0) : undefined
  const many = pluralValues(keys.length, locale)
  return (
    <Dialog
      title={t("revoke_many_title", many)}
      livemode={keys[0]?.mode !== "test"}
      onClose={failure?.code === "not_found" ? finish : onClose}
    >
      <div className="grid gap-3">
        {failure && (
          <Alert key={revoke.submittedAt}>
            {failure.code === "not_found" ? t("already_revoked") : errorMessage(failure)}
          </Alert>
        )}
        <p role="status" className="font-medium">
          {total === undefined
            ? t(counts.some(({ isError }) => isError) ? "calls_failed" : "calls_loading")
            : t("calls", pluralValues(total, locale))}
        </p>
        <ul
          className="max-h-60 divide-y divide-line overflow-y-auto rounded-xl border border-line text-sm"
          tabIndex={0}
        >
          {keys.map(({ id, name, prefix, last_four }, index) => {
            const count = calls[index]
            return (
              <li key={id} className="flex items-baseline gap-3 px-3 py-2">
                <span className="min-w-0 truncate font-medium">{name}</span>
                <span className="font-mono text-xs whitespace-nowrap text-muted">
                  {prefix}…{last_four}
                </span>
                <span className="ml-auto whitespace-nowrap text-muted tabular-nums">
                  {count === undefined ? "…" : formatNumber(count, locale)}
                </span>
              </li>
            )
          })}
        </ul>
        <p className="text-muted">{t("revoke_many_text")}</p>
      </div>
      <DialogActions>
        <Button onClick={failure?.code === "not_found" ? finish : onClose} data-first>
          {common("cancel")}
        </Button>
        <Button
          variant="danger"
          onClick={() => revoke.mutate({ ids: keys.map(({ id }) => id) })}
          pending={revoke.isPending}
        >
          {t("revoke_many", many)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
