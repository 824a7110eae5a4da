"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { EMAIL_MAX } from "@/domain/email-address"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

export function DeleteAccountButton({ email }: { email: string }) {
  const t = useTranslations("Account")
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger-outline" onClick={() => setOpen(true)}>
        {t("delete_open")}
      </Button>
      {open && (
        <Dialog title={t("delete_title")} onClose={() => setOpen(false)}>
          <DeleteForm email={email} onCancel={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function DeleteForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const t = useTranslations("Account")
  const errorMessage = useErrorMessage()
  const { errors, validate, setServerErrors } = useFieldErrors()
  const remove = trpc.accounts.delete.useMutation({
    // A full page load, so that none of the account's data stays in memory.
    onSuccess: () => window.location.assign("/"),
    onError: (error) => {
      if (failureOf(error).code === "validation_failed") setServerErrors({ confirmation: t("delete_wrong") })
    },
  })
  const failure = remove.error && failureOf(remove.error)

  const onSubmit = (form: HTMLFormElement): void => {
    if (!validate(form)) return
    remove.mutate({ confirmation: new FormData(form).get("confirmation") as string })
  }

  return (
    <DialogForm
      onSubmit={onSubmit}
      submit={t("delete_submit")}
      variant="danger"
      pending={remove.isPending}
      onCancel={onCancel}
    >
      {failure && failure.code !== "validation_failed" && (
        <Alert key={remove.submittedAt}>
          {failure.code === "invalid_state" ? t("delete_blocked") : errorMessage(failure)}
        </Alert>
      )}
      <p className="text-muted">{t("delete_text")}</p>
      <InputField
        label={t("delete_type", { email })}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_MAX}
        data-first
        error={errors.confirmation}
      />
    </DialogForm>
  )
}
