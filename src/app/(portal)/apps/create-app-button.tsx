"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useState } from "react"
import { NewClientSecret } from "@/app/(portal)/apps/new-secret"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import { APP_NAME_MAX, APP_TYPES, type AppType } from "@/domain/oauth-app"
import type { NewApp } from "@/features/oauth-apps/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

export function CreateAppButton() {
  const t = useTranslations("OauthApps")
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [created, setCreated] = useState<NewApp | null>(null)
  const refreshApps = useRefreshApps()
  const leave = ({ app }: NewApp): void => {
    router.push(`/apps/${app.client_id}`)
    void refreshApps()
  }
  const onCreated = (app: NewApp): void => (app.secret === null ? leave(app) : setCreated(app))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t("create")}
      </Button>
      {open && created?.secret != null && (
        <NewClientSecret secret={created.secret} livemode onLeave={() => leave(created)} />
      )}
      {open && !created && (
        <Dialog title={t("create_title")} livemode onClose={() => setOpen(false)}>
          <CreateAppForm onCancel={() => setOpen(false)} onCreated={onCreated} />
        </Dialog>
      )}
    </>
  )
}

function CreateAppForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: (created: NewApp) => void }) {
  const t = useTranslations("OauthApps")
  const errorMessage = useErrorMessage()
  const [type, setType] = useState<AppType>("confidential")
  const { errors, validate } = useFieldErrors()
  const create = trpc.oauthApps.create.useMutation({ onSuccess: ({ data }) => onCreated(data) })
  const failure = create.error && failureOf(create.error)
  const badName = failure?.code === "validation_failed"
  const onSubmit = (form: HTMLFormElement): void => {
    if (!validate(form)) return
    const name = new FormData(form).get("name")
    if (typeof name === "string") create.mutate({ name: name.trim(), type })
  }
  return (
    <DialogForm
      onSubmit={onSubmit}
      submit={t("create_submit")}
      pending={create.isPending}
      disabled={create.isSuccess}
      onCancel={onCancel}
    >
      {failure && !badName && (
        <Alert key={create.submittedAt}>
          {failure.code === "invalid_state" ? t("too_many") : errorMessage(failure)}
        </Alert>
      )}
      <InputField
        label={t("name")}
        name="name"
        hint={t("name_hint")}
        data-max={APP_NAME_MAX}
        autoComplete="off"
        required
        data-first
        error={errors.name ?? (badName ? t("name_bad") : undefined)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{t("type")}</legend>
        {APP_TYPES.toReversed().map((each) => (
          <ChoiceField
            key={each}
            type="radio"
            name="type"
            value={each}
            checked={type === each}
            onChange={() => setType(each)}
            label={t(`type_${each}_label`)}
            hint={t(`type_${each}_hint`)}
          />
        ))}
        <p className="text-xs text-muted">{t("type_fixed")}</p>
      </fieldset>
    </DialogForm>
  )
}
