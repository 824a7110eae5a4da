"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import type { IdentityProviderId } from "@/domain/identity-provider"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

type Factor =
  | { kind: "totp" }
  | { kind: "passkey"; id: string; name: string }
  | { kind: "identity"; id: IdentityProviderId; name: string }

interface RemoveFactorButtonProps {
  factor: Factor
  /** Whether this is the account's only second factor. */
  last: boolean
}

export function RemoveFactorButton({ factor, last }: RemoveFactorButtonProps) {
  const t = useTranslations("Security")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const [open, setOpen] = useState(false)
  const name = factor.kind === "totp" ? t("totp") : factor.name
  const onSuccess = (): void => {
    setOpen(false)
    void refresh()
  }
  const removeTotp = trpc.security.removeTotp.useMutation({ onSuccess })
  const removePasskey = trpc.security.removePasskey.useMutation({ onSuccess })
  const removeIdentity = trpc.security.removeIdentity.useMutation({ onSuccess })
  const remove = { totp: removeTotp, passkey: removePasskey, identity: removeIdentity }[factor.kind]
  const onRemove = (): void => {
    if (factor.kind === "totp") removeTotp.mutate()
    else if (factor.kind === "passkey") removePasskey.mutate({ id: factor.id })
    else removeIdentity.mutate({ provider: factor.id })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={t("remove_name", { name })}>
        {t("remove")}
      </Button>
      {open && (
        <Dialog title={t("remove_title", { name })} onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            {remove.error && <Alert key={remove.submittedAt}>{errorMessage(failureOf(remove.error))}</Alert>}
            <p className="text-muted">{t(`remove_${factor.kind}_text`)}</p>
            {last && <p className="font-medium">{t("remove_last")}</p>}
          </div>
          <DialogActions>
            <Button onClick={() => setOpen(false)} data-first>
              {common("cancel")}
            </Button>
            <Button variant="danger" onClick={onRemove} pending={remove.isPending}>
              {t(`remove_${factor.kind}`)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
