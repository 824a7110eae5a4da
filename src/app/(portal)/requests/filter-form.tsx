"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import type { FormEvent } from "react"
import {
  ERROR_CODES,
  type LogFilter,
  logUrl,
  parseTime,
  STATUS_CLASSES,
  STATUSES,
} from "@/app/(portal)/requests/log-url"
import { toLocalTime } from "@/domain/time-zone"
import { HTTP_METHODS } from "@/features/requests/filter-patterns"
import type { RequestCredential } from "@/features/requests/schema"
import { Button } from "@/ui/button"
import { InputField, SelectField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"

interface FilterFormProps {
  filter: LogFilter
  zone: string
  credentials: RequestCredential[]
}

/** The log's filters. They become part of the URL; with scripts, empty ones are left out. */
export const FilterForm = ({ filter, zone, credentials }: FilterFormProps) => {
  const t = useTranslations("Requests")
  const router = useRouter()
  const { errors, validate } = useFieldErrors()
  const set = Object.values(filter).filter((value) => value !== undefined).length

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    )
    router.push(logUrl(Object.fromEntries(fields) as Partial<LogFilter>))
  }
  const local = (text: string | undefined): string | undefined => {
    const at = parseTime(text, zone)
    return at && toLocalTime(zone, at)
  }

  return (
    <details>
      <summary className="w-fit rounded-lg py-1.5 text-sm font-medium">
        {t("filters")}
        {set > 0 && (
          <span className="ml-2 rounded-full bg-indigo-soft px-2 text-xs text-indigo-ink tabular-nums">{set}</span>
        )}
      </summary>
      <form
        key={logUrl(filter)}
        action="/requests"
        noValidate
        onSubmit={submit}
        className="mt-3 grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:grid-cols-2 sm:p-5 xl:grid-cols-3"
      >
        <SelectField label={t("key")} name="key" defaultValue={filter.key ?? ""}>
          <option value="">{t("key_any")}</option>
          {credentials.map(({ id, kind, name }) => (
            <option key={id} value={id}>
              {kind === "oauth" ? `${t("app")}: ${name}` : name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("status")} name="status" defaultValue={filter.status ?? ""}>
          <option value="">{t("status_any")}</option>
          {STATUS_CLASSES.map((status) => (
            <option key={status} value={status}>
              {t(`status_${status}`)}
            </option>
          ))}
          <optgroup label={t("status_exact")}>
            {[
              ...STATUSES,
              ...(filter.status !== undefined && /^\d{3}$/.test(filter.status) && !STATUSES.includes(filter.status)
                ? [filter.status]
                : []),
            ].map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <SelectField label={t("method")} name="method" defaultValue={filter.method ?? ""}>
          <option value="">{t("method_any")}</option>
          {HTTP_METHODS.map((method) => (
            <option key={method} value={method}>
              {method}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("code")} name="code" defaultValue={filter.code ?? ""}>
          <option value="">{t("code_any")}</option>
          {ERROR_CODES.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
        <InputField
          label={t("path")}
          name="path"
          defaultValue={filter.path}
          maxLength={200}
          spellCheck={false}
          placeholder="/v1/orders"
        />
        <InputField
          label={t("from")}
          name="from"
          type="datetime-local"
          defaultValue={local(filter.from)}
          error={errors.from}
        />
        <InputField
          label={t("until")}
          name="until"
          type="datetime-local"
          defaultValue={local(filter.until)}
          error={errors.until}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Button type="submit" variant="primary" className="min-h-11">
            {t("apply")}
          </Button>
        </div>
      </form>
    </details>
  )
}
