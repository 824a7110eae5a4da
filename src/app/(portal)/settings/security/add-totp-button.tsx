"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { RecoveryCodes } from "@/app/(portal)/settings/security/recovery-codes"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import type { NewTotp } from "@/features/security/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { CopyButton } from "@/ui/copy-button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

/**
 * @param offered whether there is no authenticator app yet; the dialog stays open after the change, to show new
 * recovery codes
 */
export function AddTotpButton({ offered }: { offered: boolean }) {
  const t = useTranslations("Security")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = trpc.security.beginTotp.useMutation()
  const close = (): void => {
    begin.reset()
    setCodes(null)
    void refresh()
  }
  const confirmed = (recoveryCodes: string[] | null): void => (recoveryCodes ? setCodes(recoveryCodes) : close())
  return (
    <div className="empty:hidden">
      {offered && (
        <Button onClick={() => begin.mutate()} pending={begin.isPending}>
          {t("add_totp")}
        </Button>
      )}
      {begin.error && (
        <div className="mt-3">
          <Alert key={begin.submittedAt}>{errorMessage(failureOf(begin.error))}</Alert>
        </div>
      )}
      {begin.data && codes && <RecoveryCodes codes={codes} onDone={close} />}
      {begin.data && !codes && (
        <Dialog title={t("add_totp")} onClose={close}>
          <ConfirmTotp totp={begin.data.data} onCancel={close} onConfirmed={confirmed} />
        </Dialog>
      )}
    </div>
  )
}

interface ConfirmTotpProps {
  totp: NewTotp
  onCancel: () => void
  onConfirmed: (codes: string[] | null) => void
}

function ConfirmTotp({ totp, onCancel, onConfirmed }: ConfirmTotpProps) {
  const t = useTranslations("Security")
  const errorMessage = useErrorMessage()
  const { errors, validate } = useFieldErrors()
  const confirm = trpc.security.confirmTotp.useMutation({
    onSuccess: ({ recovery_codes: codes }) => onConfirmed(codes),
  })
  const failure = confirm.error && failureOf(confirm.error)
  const onSubmit = (form: HTMLFormElement): void => {
    if (!validate(form)) return
    confirm.mutate({ code: new FormData(form).get("code") as string })
  }
  return (
    <DialogForm onSubmit={onSubmit} submit={t("turn_on")} pending={confirm.isPending} onCancel={onCancel}>
      {failure && (
        <Alert key={confirm.submittedAt}>
          {failure.code === "validation_failed" ? t("totp_wrong") : errorMessage(failure)}
        </Alert>
      )}
      <p className="text-muted">{t("scan")}</p>
      <div className="flex flex-wrap items-center gap-5">
        {/* Dark on light in either colour scheme, because scanners expect it. */}
        <svg
          viewBox={`0 0 ${totp.qr.size} ${totp.qr.size}`}
          role="img"
          aria-label={t("qr")}
          shapeRendering="crispEdges"
          className="size-44 shrink-0 rounded-lg"
        >
          <rect width={totp.qr.size} height={totp.qr.size} fill="#fff" />
          <path d={totp.qr.path} fill="#000" />
        </svg>
        <div className="grid min-w-0 flex-1 basis-48 gap-2 text-sm">
          <p>{t("enter_manually")}</p>
          <code lang="en" className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
            {totp.secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </code>
          <div>
            <CopyButton text={totp.secret} label={t("copy_secret")} />
          </div>
        </div>
      </div>
      <InputField
        label={t("totp_code")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        hint={t("totp_code_hint")}
        data-first
        className="font-mono"
        error={errors.code}
      />
    </DialogForm>
  )
}
