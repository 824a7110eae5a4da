"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { RecoveryCodes } from "@/app/(portal)/settings/security/recovery-codes"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

/** The most characters of a passkey's name. */
const PASSKEY_NAME_MAX = 80

export function AddPasskeyButton() {
  const t = useTranslations("Security")
  const errorMessage = useErrorMessage()
  const { errors, validate, setServerErrors } = useFieldErrors()
  const refresh = useRefreshAccount()
  const begin = trpc.security.beginPasskey.useMutation()
  const save = trpc.security.addPasskey.useMutation()
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  // Also while the browser asks for the passkey, between the two calls.
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; attempt: number } | null>(null)

  const close = (): void => {
    setOpen(false)
    setCodes(null)
    setRefused(null)
    setServerErrors({})
    void refresh()
  }

  const refuse = (text: string): void => setRefused((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))

  const add = async (name: string): Promise<void> => {
    try {
      const { createPasskey } = await import("@/ui/passkeys")
      const response = await createPasskey(() => begin.mutateAsync())
      if (response === null) refuse(t("passkey_none"))
      else {
        const { recovery_codes: newCodes } = await save.mutateAsync({ name, response })
        if (newCodes) setCodes(newCodes)
        else close()
      }
    } catch (error) {
      refuse(errorMessage(failureOf(error)))
    }
    setBusy(false)
  }

  const onSubmit = (form: HTMLFormElement): void => {
    setRefused(null)
    if (!validate(form)) return
    setBusy(true)
    void add(new FormData(form).get("name") as string)
  }

  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t("add_passkey")}
      </Button>
      {open && codes && <RecoveryCodes codes={codes} onDone={close} />}
      {open && !codes && (
        <Dialog title={t("add_passkey")} onClose={close}>
          <DialogForm onSubmit={onSubmit} submit={t("continue")} pending={busy} onCancel={close}>
            {refused && <Alert key={refused.attempt}>{refused.text}</Alert>}
            <p className="text-muted">{t("add_passkey_text")}</p>
            <InputField
              label={t("passkey_name")}
              name="name"
              hint={t("passkey_name_hint")}
              required
              data-max={PASSKEY_NAME_MAX}
              autoComplete="off"
              data-first
              error={errors.name}
            />
          </DialogForm>
        </Dialog>
      )}
    </>
  )
}
