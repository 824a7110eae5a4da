"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** Revokes all API keys, connected apps and other sessions, after a confirmation. */
export function RevokeAccessButton() {
  const t = useTranslations("Security")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const [open, setOpen] = useState(false)
  const end = trpc.accounts.revokeAccess.useMutation({
    onSuccess: () => {
      setOpen(false)
      void refresh()
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="danger-outline" onClick={() => setOpen(true)}>
        {t("access_end")}
      </Button>
      <span role="status" className={end.isSuccess ? "text-sm text-neem-ink" : "sr-only"}>
        {end.isSuccess && t("access_done")}
      </span>
      {open && (
        <Dialog title={t("access_title")} onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            {end.error && <Alert key={end.submittedAt}>{errorMessage(failureOf(end.error))}</Alert>}
            <p>{t("access_text")}</p>
          </div>
          <DialogActions>
            <Button onClick={() => setOpen(false)} data-first>
              {common("cancel")}
            </Button>
            <Button variant="danger" onClick={() => end.mutate()} pending={end.isPending}>
              {t("access_submit")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  )
}
