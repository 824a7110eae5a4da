"use client"

import { useTranslations } from "next-intl"
import { useRef, useState } from "react"
import { RoleField, roleIn } from "@/app/(portal)/store/people/role-field"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { EMAIL_MAX } from "@/domain/email-address"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage, useWaitFormat } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"
import { trpc } from "@/ui/trpc"

/** Invites a person to the store. */
export function InviteButton({ store }: { store: string }) {
  const t = useTranslations("StorePeople")
  const [open, setOpen] = useState(false)
  const report = useActionNotice()
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t("invite_title")}
      </Button>
      {open && (
        <Dialog title={t("invite_to", { store })} livemode onClose={() => setOpen(false)}>
          <InviteForm
            onCancel={() => setOpen(false)}
            onInvited={() => {
              setOpen(false)
              report(<Notice tone="good" title={t("invited")} />)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function InviteForm({ onCancel, onInvited }: { onCancel: () => void; onInvited: () => void }) {
  const t = useTranslations("StorePeople")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const wait = useWaitFormat()
  const refresh = useRefreshStores()
  const form = useRef<HTMLFormElement>(null)
  const invite = trpc.stores.invite.useMutation({
    onSuccess: () => {
      onInvited()
      void refresh()
    },
    onError: (error) => {
      if (failureOf(error).code === "validation_failed") form.current?.querySelector("input")?.focus()
    },
  })
  const onSubmit = (element: HTMLFormElement): void => {
    const data = new FormData(element)
    const email = data.get("email")
    const role = roleIn(data)
    if (typeof email === "string" && role) invite.mutate({ email: email.trim(), role })
  }
  const failure = invite.error && failureOf(invite.error)
  const refusal = (refused: Failure): string => {
    if (refused.code === "invalid_state") return t("invite_refused")
    if (refused.code === "rate_limit_exceeded") return t("invite_wait", { wait: wait(refused.retryAfter ?? 60) })
    return errorMessage(refused)
  }
  const badAddress = failure?.code === "validation_failed"
  return (
    <DialogForm ref={form} onSubmit={onSubmit} submit={t("invite")} pending={invite.isPending} onCancel={onCancel}>
      {failure && !badAddress && <Alert key={invite.submittedAt}>{refusal(failure)}</Alert>}
      <InputField
        label={t("email")}
        name="email"
        type="email"
        hint={t("invite_lead")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        data-first
        readOnly={invite.isPending}
        error={badAddress ? problems("invalid_email") : undefined}
      />
      <RoleField defaultValue="orders" />
    </DialogForm>
  )
}
