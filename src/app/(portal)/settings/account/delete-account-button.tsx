"use client"

import { useMutation } from "@tanstack/react-query"
import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"

export const DeleteAccountButton = ({ email }: { email: string }) => {
  const t = useTranslations("Account")
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
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

const DeleteForm = ({ email, onCancel }: { email: string; onCancel: () => void }) => {
  const t = useTranslations("Account")
  const common = useTranslations("Common")
  const failureWords = useFailureWords()
  const form = useRef<HTMLFormElement>(null)
  const remove = useMutation({
    mutationFn: (confirmation: string) => api.accounts.delete.mutate({ confirmation }),
    // A whole load, so that nothing of the account is left.
    onSuccess: () => window.location.assign("/"),
  })
  const failure = remove.error && failureOf(remove.error)
  const wrong = failure?.code === "validation_failed"

  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [wrong, remove.submittedAt])

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    remove.mutate(new FormData(event.currentTarget).get("confirmation") as string)
  }

  return (
    <form ref={form} method="post" onSubmit={onSubmit} className="grid gap-4">
      {failure && !wrong && <Alert key={remove.submittedAt}>{failure.code === "invalid_state" ? t("delete_blocked") : failureWords(failure)}</Alert>}
      <p className="text-muted">{t("delete_text")}</p>
      <InputField
        label={t("delete_type", { email })}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        data-first
        error={wrong ? t("delete_wrong") : undefined}
      />
      <DialogActions>
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" look="danger" disabled={remove.isPending}>
          {t("delete_submit")}
        </Button>
      </DialogActions>
    </form>
  )
}
