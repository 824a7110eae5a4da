"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"
import { trpc } from "@/ui/trpc"

/** Ends all sessions but this one. */
export function RevokeOthersButton({ others }: { others: number }) {
  const t = useTranslations("Sessions")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const report = useActionNotice()
  const [open, setOpen] = useState(false)
  const revoke = trpc.sessions.revokeOthers.useMutation({
    onSuccess: ({ revoked }) => {
      setOpen(false)
      report(<Notice tone="good" title={t("others_done", pluralValues(revoked, locale))} />)
      void refresh()
    },
  })
  return (
    <>
      <Button variant="danger-outline" onClick={() => setOpen(true)}>
        {t("revoke_others")}
      </Button>
      {open && (
        <Dialog title={t("others_title")} onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            {revoke.error && <Alert key={revoke.submittedAt}>{errorMessage(failureOf(revoke.error))}</Alert>}
            <p>{t("others_text", pluralValues(others, locale))}</p>
          </div>
          <DialogActions>
            <Button onClick={() => setOpen(false)} data-first>
              {common("cancel")}
            </Button>
            <Button variant="danger" onClick={() => revoke.mutate()} pending={revoke.isPending}>
              {t("others_submit")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
