"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useFieldError } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/field-error"
import { LogoField } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/logo-field"
import {
  type AppFormErrors,
  problemsOf,
  readFree,
  readReviewed,
} from "@/app/(portal)/apps/[client_id]/(tabs)/settings/read-app-form"
import { ScopeFields } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/scope-fields"
import { Section } from "@/ui/section"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import { type AppType, DESCRIPTION_MAX } from "@/domain/oauth-app"
import type { AppVersion } from "@/features/oauth-apps/app-version"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, InputField, TextField } from "@/ui/field"
import { FormActions } from "@/ui/form-actions"
import { Notice } from "@/ui/notice"
import { type SelectedPicture, encodePicture } from "@/ui/picture-field"
import { trpc } from "@/ui/trpc"

interface EditFormProps {
  clientId: string
  type: AppType
  version: AppVersion
}

export function EditForm({ clientId, type, version }: EditFormProps) {
  const t = useTranslations("OauthApps")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<AppFormErrors>({})
  const [logo, setLogo] = useState<SelectedPicture>(undefined)
  const reviewing = version.status === "in_review"
  const refreshApps = useRefreshApps()
  const [preparing, setPreparing] = useState(false)
  const save = trpc.oauthApps.update.useMutation({
    onSuccess: () => {
      router.push(`/apps/${clientId}`)
      void refreshApps()
    },
    onError: (error) => {
      const named = failureOf(error).details.map(({ param }) => param.split(".")[0])
      setErrors({ ...(named.includes("logo") && { logo: "logo" }), ...(named.includes("name") && { name: "name" }) })
    },
  })

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const fields = { ...(!reviewing && readReviewed(data)), ...readFree(data, type === "public") }
    const found = problemsOf(fields)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setPreparing(true)
    void encodePicture(logo)
      .then((sent) => save.mutate({ client_id: clientId, ...fields, ...(sent !== undefined && { logo: sent }) }))
      // The file was removed after it was chosen.
      .catch(() => setErrors({ logo: "logo" }))
      .finally(() => setPreparing(false))
  }

  const errorOf = useFieldError()
  const messageFor = (field: keyof AppFormErrors): string | undefined => errorOf(errors[field])

  const failure = save.error && failureOf(save.error)
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
      {failure && Object.keys(errors).length === 0 && (
        <Alert key={save.submittedAt}>
          {failure.code === "invalid_state" || failure.code === "not_found" ? t("stale") : errorMessage(failure)}
        </Alert>
      )}
      <Section title={t("reviewed")} lead={t("reviewed_lead")}>
        {reviewing && <Notice tone="info">{t("in_review_note")}</Notice>}
        <fieldset disabled={reviewing} className="grid min-w-0 grid-cols-1 gap-5 disabled:opacity-70">
          <legend className="sr-only">{t("reviewed")}</legend>
          <InputField
            label={t("name")}
            name="name"
            hint={t("name_hint")}
            defaultValue={version.name}
            autoComplete="off"
            required
            error={messageFor("name")}
          />
          <LogoField name={version.name} logo={version.logo} onChange={setLogo} error={messageFor("logo")} />
          <TextField
            label={t("redirects")}
            name="redirect_uris"
            hint={t("redirects_hint")}
            defaultValue={version.redirect_uris.join("\n")}
            rows={Math.max(3, version.redirect_uris.length + 1)}
            spellCheck={false}
            className="font-mono text-sm"
            error={messageFor("redirect_uris")}
          />
          <ChoiceField
            type="checkbox"
            name="loopback_any_port"
            defaultChecked={version.loopback_any_port}
            label={t("any_port")}
            hint={t("any_port_hint")}
          />
          <TextField
            label={t("post_logout")}
            name="post_logout_redirect_uris"
            hint={t("post_logout_hint")}
            defaultValue={version.post_logout_redirect_uris.join("\n")}
            rows={2}
            optional
            spellCheck={false}
            className="font-mono text-sm"
            error={messageFor("post_logout_redirect_uris")}
          />
          <ScopeFields version={version} />
        </fieldset>
      </Section>
      <Section title={t("free")} lead={t("free_lead")}>
        <TextField
          label={t("description")}
          name="description"
          hint={t("description_hint")}
          defaultValue={version.description}
          rows={3}
          maxLength={DESCRIPTION_MAX}
        />
        {(["homepage", "privacy", "terms"] as const).map((name) => (
          <InputField
            key={name}
            label={t(name)}
            name={`${name}_url`}
            type="url"
            defaultValue={version[`${name}_url`] ?? ""}
            maxLength={500}
            placeholder="https://"
            autoComplete="off"
            optional={name === "terms"}
            error={messageFor(`${name}_url`)}
          />
        ))}
        {type === "confidential" && (
          <ChoiceField
            type="checkbox"
            name="pkce_required"
            defaultChecked={version.pkce_required}
            label={t("pkce_label")}
            hint={t("pkce_hint")}
          />
        )}
      </Section>
      <FormActions>
        <Button type="submit" variant="primary" pending={preparing || save.isPending} disabled={save.isSuccess}>
          {t("save")}
        </Button>
        <ButtonLink href={`/apps/${clientId}`}>{common("cancel")}</ButtonLink>
        <p className="text-sm text-muted">{t(reviewing ? "save_note_free" : "save_note")}</p>
      </FormActions>
    </form>
  )
}
