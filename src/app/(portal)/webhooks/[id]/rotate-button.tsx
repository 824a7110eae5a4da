"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { NewSigningSecret } from "@/app/(portal)/webhooks/new-signing-secret"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

interface RotateButtonProps {
  id: string
  livemode: boolean
  /** Whether the secret before the last rotation still signs. */
  overlapping: boolean
}

export function RotateButton(endpoint: RotateButtonProps) {
  const [open, setOpen] = useState(false)
  const t = useTranslations("Webhooks")
  return (
    <>
      <Button onClick={() => setOpen(true)} className="w-fit">
        {t("rotate")}
      </Button>
      {open && <RotateDialog {...endpoint} onClose={() => setOpen(false)} />}
    </>
  )
}

function RotateDialog({ id, livemode, overlapping, onClose }: RotateButtonProps & { onClose: () => void }) {
  const t = useTranslations("Webhooks")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const refreshWebhooks = useRefreshWebhooks()
  const rotate = trpc.webhookEndpoints.rotateSecret.useMutation()
  const failure = rotate.error && failureOf(rotate.error)
  const leave = (): void => {
    onClose()
    refreshWebhooks()
  }
  if (rotate.data) return <NewSigningSecret secret={rotate.data.data.secret} livemode={livemode} onLeave={leave} />
  return (
    <Dialog title={t("rotate_title")} livemode={livemode} onClose={onClose}>
      <div className="grid gap-3">
        {failure && (
          <Alert key={rotate.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
        )}
        <p className="text-muted">{t("rotate_text")}</p>
        {overlapping && <p className="font-medium">{t("rotate_again")}</p>}
      </div>
      <DialogActions>
        <Button onClick={onClose} data-first>
          {common("cancel")}
        </Button>
        <Button variant="primary" onClick={() => rotate.mutate({ id })} pending={rotate.isPending}>
          {t("rotate_submit")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
