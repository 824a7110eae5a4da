"use client"

import { useLocale, useTranslations } from "next-intl"
import { INCIDENT_BODY_MAX, INCIDENT_TITLE_MAX, type LocalTexts } from "@/domain/status"
import { LOCALE_NAMES, LOCALES } from "@/domain/locale"
import { InputField, TextField } from "@/ui/field"
import type { FieldErrors } from "@/ui/field-errors"

/** The text of a field; "" if there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** What was typed, by language. */
export function typedTexts(form: FormData, name: "title" | "body"): LocalTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, formText(form, `${name}.${locale}`)]))
}

interface TextFieldsProps {
  /** Whether the incident gets a title. */
  titled?: boolean
  errors: FieldErrors
}

/** The texts in the staff's language, and in the others where they are written. */
export const TextFields = ({ titled = false, errors }: TextFieldsProps) => {
  const t = useTranslations("StaffIncidents")
  const own = useLocale()
  return (
    <>
      {titled && (
        <InputField
          label={t("incident_title")}
          hint={t("title_hint")}
          error={errors[`title.${own}`]}
          name={`title.${own}`}
          maxLength={INCIDENT_TITLE_MAX}
          required
          data-first
        />
      )}
      <TextField
        label={t("body")}
        hint={t("body_hint")}
        error={errors[`body.${own}`]}
        name={`body.${own}`}
        rows={4}
        maxLength={INCIDENT_BODY_MAX}
        required
      />
      <details>
        <summary className="w-fit rounded-lg py-1 text-sm text-link">{t("others")}</summary>
        <div className="mt-2 grid gap-4">
          {LOCALES.filter((locale) => locale !== own).map((locale) => (
            <div key={locale} className="grid gap-4">
              {titled && (
                <InputField
                  label={t("title_in", { language: LOCALE_NAMES[locale] })}
                  lang={locale}
                  name={`title.${locale}`}
                  maxLength={INCIDENT_TITLE_MAX}
                  optional
                />
              )}
              <TextField
                label={t("body_in", { language: LOCALE_NAMES[locale] })}
                lang={locale}
                name={`body.${locale}`}
                rows={3}
                maxLength={INCIDENT_BODY_MAX}
                optional
              />
            </div>
          ))}
        </div>
      </details>
    </>
  )
}
