"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { useNewSecret } from "@/app/(portal)/keys/use-new-secret"
import { type Overlap, OverlapField } from "@/app/(portal)/overlap-field"
import type { ApiKey, NewApiKey } from "@/features/api-keys/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** Asks for the overlap, then shows the new secret. */
export function RollKeyDialog({ apiKey, baseUrl, onClose }: { apiKey: ApiKey; baseUrl: string; onClose: () => void }) {
  const t = useTranslations("Keys")
  const { show, panel } = useNewSecret(baseUrl, onClose)
  return (
    panel ?? (
      <Dialog title={t("roll_title", { name: apiKey.name })} livemode={apiKey.mode === "live"} onClose={onClose}>
        <RollForm apiKey={apiKey} onCancel={onClose} onRolled={show} />
      </Dialog>
    )
  )
}

function RollForm({
  apiKey,
  onCancel,
  onRolled,
}: {
  apiKey: ApiKey
  onCancel: () => void
  onRolled: (created: NewApiKey) => void
}) {
  const t = useTranslations("Keys")
  const errorMessage = useErrorMessage()
  const [overlap, setOverlap] = useState<Overlap>("24h")
  const roll = trpc.portalKeys.roll.useMutation({ onSuccess: ({ data }) => onRolled(data) })
  const failure = roll.error && failureOf(roll.error)
  const onSubmit = (): void => {
    roll.mutate({ id: apiKey.id, overlap })
  }
  return (
    <DialogForm onSubmit={onSubmit} submit={t("roll_submit")} pending={roll.isPending} onCancel={onCancel}>
      {failure && (
        <Alert key={roll.submittedAt}>
          {failure.code === "invalid_state" ? t("already_revoked") : errorMessage(failure)}
        </Alert>
      )}
      <p className="font-mono text-sm text-muted">
        {apiKey.prefix}…{apiKey.last_four}
      </p>
      <p className="text-muted">{t("roll_text")}</p>
      <OverlapField namespace="Keys" value={overlap} onChange={setOverlap} nowHint={t("overlap_now_hint")} />
    </DialogForm>
  )
}
