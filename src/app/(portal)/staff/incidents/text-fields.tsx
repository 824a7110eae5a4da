"use client"

import { useLocale, useTranslations } from "next-intl"
import { INCIDENT_BODY_MAX, INCIDENT_TITLE_MAX, type LocalTexts } from "@/domain/status"
import { LOCALE_NAMES, type Locale, LOCALES } from "@/domain/locale"
import { InputField, TextField } from "@/ui/field"
import type { FieldErrors } from "@/ui/field-errors"

/** The text of a field; "" if there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** What was typed into the fields of this name, by language. */
export function typedTexts(form: FormData, name: string): LocalTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, formText(form, `${name}.${locale}`)]))
}

interface LocalFieldProps {
  kind: "title" | "body"
  /** The name of its controls, before a dot and the language. */
  name: string
  /** What it says so far. */
  texts?: LocalTexts
}

interface TextFieldsProps {
  fields: readonly LocalFieldProps[]
  errors: FieldErrors
}

/** Texts in the staff's language, and in the others where they are written. */
export function TextFields({ fields, errors }: TextFieldsProps) {
  const t = useTranslations("StaffIncidents")
  const own = useLocale()
  const others = LOCALES.filter((locale) => locale !== own)
  return (
    <>
      {fields.map((field) => (
        <LocalField
          key={field.name}
          {...field}
          locale={own}
          // A text that so far is in another language only may stay so.
          required={field.texts === undefined || field.texts[own] !== undefined}
          error={errors[`${field.name}.${own}`]}
        />
      ))}
      <details open={fields.some(({ texts }) => others.some((locale) => texts?.[locale] !== undefined))}>
        <summary className="w-fit rounded-lg py-1 text-sm text-link">{t("others")}</summary>
        <div className="mt-2 grid gap-4">
          {others.flatMap((locale) =>
            fields.map((field) => <LocalField key={`${field.name}.${locale}`} {...field} locale={locale} other />),
          )}
        </div>
      </details>
    </>
  )
}

interface LocalControlProps extends LocalFieldProps {
  locale: Locale
  /** Whether it is not the staff's language. */
  other?: boolean
  required?: boolean
  error?: string | undefined
}

function LocalField({ kind, name, texts, locale, other = false, required = false, error }: LocalControlProps) {
  const t = useTranslations("StaffIncidents")
  const language = LOCALE_NAMES[locale]
  const common = {
    name: `${name}.${locale}`,
    defaultValue: texts?.[locale],
    required,
    error,
    ...(other && { lang: locale, optional: true }),
  }
  return kind === "title" ? (
    <InputField
      {...common}
      label={other ? t("title_in", { language }) : t("incident_title")}
      {...(!other && { hint: t("title_hint"), "data-first": true })}
      maxLength={INCIDENT_TITLE_MAX}
    />
  ) : (
    <TextField
      {...common}
      label={other ? t("body_in", { language }) : t("body")}
      {...(!other && texts === undefined && { hint: t("body_hint") })}
      rows={other ? 3 : 4}
      maxLength={INCIDENT_BODY_MAX}
    />
  )
}
