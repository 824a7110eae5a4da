"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { NewClientSecret } from "@/app/(portal)/apps/new-secret"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import { type Overlap, OverlapField } from "@/app/(portal)/overlap-field"
import type { AppType } from "@/domain/oauth-app"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { formatDate, formatTime } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { CopyButton } from "@/ui/copy-button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

interface CredentialsProps {
  clientId: string
  name: string
  type: AppType
  /** Whether they are an app's, not a test client's. */
  livemode: boolean
  secrets: OauthApp["secrets"]
  timeZone: ViewerTimeZone
}

export function Credentials({ clientId, name, type, livemode, secrets, timeZone }: CredentialsProps) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const refreshApps = useRefreshApps()
  const endOld = trpc.oauthApps.endOldSecret.useMutation()
  const current = secrets.find(({ expires_at }) => expires_at === null)
  const old = secrets.find(({ expires_at }) => expires_at !== null)
  return (
    <dl className="grid gap-4 text-sm">
      <div>
        <dt className="mb-0.5 text-xs text-muted">{t("client_id")}</dt>
        <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <code className="font-mono wrap-anywhere">{clientId}</code>
          <CopyButton text={clientId} />
        </dd>
      </div>
      <div className="border-t border-line pt-4">
        <dt className="mb-0.5 text-xs text-muted">{t("secret")}</dt>
        {type === "public" ? (
          <dd className="text-muted">{t("secret_public")}</dd>
        ) : (
          <dd className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p>
                <code className="font-mono">haat_cs_…{current?.last_four}</code>{" "}
                <span className="text-muted">
                  {current && t("secret_created", { when: formatDate(current.created_at, locale, timeZone) })}
                </span>
              </p>
              <RollSecretButton clientId={clientId} name={name} livemode={livemode} older={old?.last_four} />
            </div>
            {old?.expires_at != null && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-marigold-soft px-3 py-2 text-marigold-ink">
                <p>
                  {t("secret_old", {
                    last_four: old.last_four,
                    until: formatTime(old.expires_at, locale, timeZone),
                  })}
                </p>
                <ConfirmButton
                  label={t("end_old")}
                  title={t("end_old_title")}
                  livemode={livemode}
                  text={t("end_old_text", { last_four: old.last_four })}
                  submit={t("end_old_submit")}
                  staleMessage={t("stale")}
                  act={() => endOld.mutateAsync({ client_id: clientId })}
                  onDone={() => void refreshApps()}
                />
              </div>
            )}
          </dd>
        )}
      </div>
    </dl>
  )
}

interface RollSecretButtonProps {
  clientId: string
  name: string
  livemode: boolean
  /** The last characters of the replaced secret that is still valid. */
  older: string | undefined
}

function RollSecretButton({ clientId, name, livemode, older }: RollSecretButtonProps) {
  const t = useTranslations("OauthApps")
  const refreshApps = useRefreshApps()
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const leave = (): void => {
    setSecret(null)
    setOpen(false)
    void refreshApps()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("roll")}</Button>
      {secret !== null && <NewClientSecret secret={secret} livemode={livemode} onLeave={leave} />}
      {open && secret === null && (
        <Dialog title={t("roll_title", { name })} livemode={livemode} onClose={() => setOpen(false)}>
          <RollSecretForm clientId={clientId} older={older} onCancel={() => setOpen(false)} onRolled={setSecret} />
        </Dialog>
      )}
    </>
  )
}

interface RollSecretFormProps {
  clientId: string
  /** The last characters of the replaced secret that is still valid. */
  older: string | undefined
  onCancel: () => void
  onRolled: (secret: string) => void
}

function RollSecretForm({ clientId, older, onCancel, onRolled }: RollSecretFormProps) {
  const t = useTranslations("OauthApps")
  const errorMessage = useErrorMessage()
  const [overlap, setOverlap] = useState<Overlap>("24h")
  const roll = trpc.oauthApps.rollSecret.useMutation({ onSuccess: ({ data }) => onRolled(data.secret) })
  const failure = roll.error && failureOf(roll.error)
  const onSubmit = (): void => {
    roll.mutate({ client_id: clientId, overlap })
  }
  return (
    <DialogForm onSubmit={onSubmit} submit={t("roll_submit")} pending={roll.isPending} onCancel={onCancel}>
      {failure && (
        <Alert key={roll.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
      )}
      <p className="text-muted">{t("roll_text")}</p>
      {older !== undefined && <p className="font-medium">{t("roll_replaces", { last_four: older })}</p>}
      <OverlapField namespace="OauthApps" value={overlap} onChange={setOverlap} />
    </DialogForm>
  )
}
