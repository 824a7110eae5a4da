"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useRef } from "react"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { ASSIGNABLE_ROLES } from "@/domain/store"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage, useWaitFormat } from "@/ui/error-message"
import { InputField, SelectField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

export const InviteForm = () => {
  const t = useTranslations("StorePeople")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const wait = useWaitFormat()
  const refresh = useRefreshStores()
  const form = useRef<HTMLFormElement>(null)
  const invite = trpc.stores.invite.useMutation({
    onSuccess: () => {
      form.current?.reset()
      void refresh()
    },
    onError: (error) => {
      if (failureOf(error).code === "validation_failed") form.current?.querySelector("input")?.focus()
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    invite.mutate({
      email: (data.get("email") as string).trim(),
      role: data.get("role") as (typeof ASSIGNABLE_ROLES)[number],
    })
  }
  const failure = invite.error && failureOf(invite.error)
  const refusal = (refused: Failure): string => {
    if (refused.code === "invalid_state") return t("invite_refused")
    if (refused.code === "rate_limit_exceeded") return t("invite_wait", { wait: wait(refused.retryAfter ?? 60) })
    return errorMessage(refused)
  }
  const badAddress = failure?.code === "validation_failed"
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-3">
      {failure && !badAddress && <Alert key={invite.submittedAt}>{refusal(failure)}</Alert>}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <InputField
            label={t("email")}
            name="email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            readOnly={invite.isPending}
            error={badAddress ? problems("invalid_email") : undefined}
          />
        </div>
        <SelectField label={t("role")} name="role" defaultValue="orders">
          {ASSIGNABLE_ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`role_${role}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" className="min-h-11" pending={invite.isPending}>
          {t("invite")}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {invite.isSuccess && t("invited")}
      </p>
    </form>
  )
}
