"use client"

import { useLocale, useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import { EXPIRIES, type Expiry, KEY_NAME_MAX, type KeyFormErrors, readKeyForm } from "@/app/(portal)/keys/read-key-form"
import { VersionField } from "@/app/(portal)/keys/version-field"
import type { Mode } from "@/domain/mode"
import { isSellerScope, KEY_SCOPES } from "@/domain/scope"
import type { NewApiKey } from "@/features/api-keys/schema"
import { formatNumber } from "@/i18n/format"
import { underscored } from "@/i18n/underscored"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceRow, FieldError, InputField, SelectField, TextField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface CreateKeyFormProps {
  seller: boolean
  mode: Mode
  /** The most requests per minute. */
  rateLimit: number
  /** The reader's time zone, in which the chosen day ends. */
  zone: string
  onCancel: () => void
  onCreated: (created: NewApiKey) => void
}

export function CreateKeyForm({ seller, mode, rateLimit, zone, onCancel, onCreated }: CreateKeyFormProps) {
  const t = useTranslations("Keys")
  const scopeMessages = useTranslations("Scopes")
  const problems = useTranslations("Problems")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  const [expiry, setExpiry] = useState<Expiry>("none")
  const [errors, setErrors] = useState<KeyFormErrors>({})
  const create = trpc.portalKeys.create.useMutation({
    onSuccess: ({ data }) => onCreated(data),
    onError: (error) => setErrors(errorsOf(failureOf(error))),
  })

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const withoutStore = mode === "live" && !seller
  const messages: Record<keyof KeyFormErrors, string> = {
    name: problems("name_required"),
    scopes: problems("scopes_required"),
    expires_at: problems("date_past"),
    allowed_ips:
      typeof errors.allowed_ips === "string" ? problems("network", { text: errors.allowed_ips }) : problems("networks"),
    rate_limit: problems("rate_limit", { max: formatNumber(rateLimit, locale) }),
  }
  const errorsOf = ({ details }: Failure): KeyFormErrors => {
    const named = details.map(({ param }) => param.split(".")[0] ?? "")
    return Object.fromEntries(named.filter((param) => param in messages).map((param) => [param, true as const]))
  }
  const messageFor = (field: keyof KeyFormErrors): string | undefined => (errors[field] ? messages[field] : undefined)

  const onSubmit = (element: HTMLFormElement): void => {
    const { input, errors: found } = readKeyForm(new FormData(element), rateLimit, zone)
    setErrors(found)
    if (input) create.mutate(input)
  }

  const failure = create.error && failureOf(create.error)
  return (
    <DialogForm ref={form} onSubmit={onSubmit} submit={t("submit")} pending={create.isPending} onCancel={onCancel}>
      {failure && Object.keys(errors).length === 0 && (
        <Alert key={create.submittedAt}>
          {failure.code === "invalid_state" ? t("too_many") : errorMessage(failure)}
        </Alert>
      )}
      <p className="text-sm text-muted">
        {t(mode === "live" ? "mode_live" : "mode_test")}{" "}
        {mode === "live" && (
          <a href="/keys?mode=sandbox" className="link">
            {t("to_sandbox")}
          </a>
        )}
      </p>
      <InputField
        label={t("name")}
        name="name"
        hint={t("name_hint")}
        autoComplete="off"
        required
        maxLength={KEY_NAME_MAX}
        data-first
        error={messageFor("name")}
      />
      <fieldset className="@container grid min-w-0 grid-cols-1 gap-2">
        <legend className="text-sm font-medium">{t("scopes")}</legend>
        <p className="mb-1 text-xs text-muted">{t("scopes_hint")}</p>
        <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
          {KEY_SCOPES.filter((scope) => !withoutStore || !isSellerScope(scope)).map((scope) => (
            <li key={scope}>
              <ChoiceRow
                name="scopes"
                value={scope}
                aria-invalid={errors.scopes}
                hint={scopeMessages(underscored(scope))}
              />
            </li>
          ))}
        </ul>
        {withoutStore && <p className="text-xs text-muted">{t("seller_note")}</p>}
        <FieldError error={messageFor("scopes")} />
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t("expiry")}
          name="expiry"
          value={expiry}
          onChange={(event) => setExpiry(event.target.value as Expiry)}
        >
          {EXPIRIES.map((each) => (
            <option key={each} value={each}>
              {each === "none" || each === "date" ? t(`expiry_${each}`) : t("expiry_days", { days: each })}
            </option>
          ))}
        </SelectField>
        {expiry === "date" && (
          <InputField
            label={t("expiry_day")}
            name="day"
            type="date"
            hint={t("expiry_hint", { zone })}
            error={messageFor("expires_at")}
          />
        )}
      </div>
      <details open={errors.allowed_ips !== undefined || errors.rate_limit || undefined}>
        <summary className="w-fit rounded-lg py-1 text-sm font-medium">{t("more")}</summary>
        <div className="mt-3 grid gap-4">
          <TextField
            label={t("ips")}
            name="ips"
            rows={2}
            optional
            hint={t("ips_hint")}
            spellCheck={false}
            className="font-mono text-sm"
            error={messageFor("allowed_ips")}
          />
          <InputField
            label={t("limit")}
            name="limit"
            inputMode="numeric"
            optional
            hint={t("limit_hint", { max: formatNumber(rateLimit, locale) })}
            error={messageFor("rate_limit")}
          />
          <VersionField />
        </div>
      </details>
    </DialogForm>
  )
}
