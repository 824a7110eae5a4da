"use client"

import { useLocale, useTranslations } from "next-intl"
import { formatDate } from "@/i18n/format"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { FilterChip, FilterForm } from "@/ui/table/filters"
import type { ListProps } from "@/ui/table/list-query-fields"
import type { Period } from "@/ui/table/period"

const UTC = { zone: "UTC", detected: true }

/** The first and the last day of a list. */
export function PeriodFilter({ path, query, label, period }: ListProps & { label: string; period: Period }) {
  const t = useTranslations("Table")
  const locale = useLocale()
  const { errors, validate } = useFieldErrors()
  const { from, until } = period
  const inWords = (day: string | undefined): string => (day === undefined ? "…" : formatDate(day, locale, UTC))
  const value = from === until ? from && inWords(from) : `${inWords(from)} – ${inWords(until)}`
  const common = { path, query, names: ["from", "until"] }
  return (
    <FilterChip {...common} label={label} value={value}>
      <FilterForm key={value} {...common} validate={validate}>
        <InputField label={t("from")} name="from" type="date" defaultValue={from} error={errors.from} />
        <InputField label={t("until")} name="until" type="date" defaultValue={until} error={errors.until} />
      </FilterForm>
    </FilterChip>
  )
}
