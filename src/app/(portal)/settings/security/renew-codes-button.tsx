"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { RecoveryCodes } from "@/app/(portal)/settings/security/recovery-codes"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

export function RenewCodesButton() {
  const t = useTranslations("Security")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const [open, setOpen] = useState(false)
  const renew = trpc.security.renewCodes.useMutation()
  const close = (): void => {
    setOpen(false)
    if (renew.data) void refresh()
    renew.reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("renew")}</Button>
      {open && renew.data && <RecoveryCodes codes={renew.data.recovery_codes} onDone={close} />}
      {open && !renew.data && (
        <Dialog title={t("renew_title")} onClose={close}>
          <div className="grid gap-3">
            {renew.error && <Alert key={renew.submittedAt}>{errorMessage(failureOf(renew.error))}</Alert>}
            <p className="text-muted">{t("renew_text")}</p>
          </div>
          <DialogActions>
            <Button onClick={close} data-first>
              {common("cancel")}
            </Button>
            <Button variant="danger" onClick={() => renew.mutate()} pending={renew.isPending}>
              {t("renew_submit")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
