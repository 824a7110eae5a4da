"use client"

import { useLocale, useTranslations } from "next-intl"
import Link from "next/link"
import {
  ERROR_CODES,
  type LogFilter,
  logUrl,
  parseTime,
  PERIODS,
  STATUS_CLASSES,
  STATUSES,
} from "@/app/(portal)/requests/log-url"
import { toLocalTime, type ViewerTimeZone } from "@/domain/time-zone"
import { HTTP_METHODS } from "@/features/requests/filter-patterns"
import type { RequestCredential } from "@/features/requests/schema"
import { formatDayAndHour, formatPeriod } from "@/i18n/format"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { listUrl } from "@/ui/table/table-url"
import { ChoiceFilter, FilterChip, FilterForm } from "@/ui/table/filters"

const PATH = "/requests"

interface LogFiltersProps {
  filter: LogFilter
  credentials: readonly RequestCredential[]
  timeZone: ViewerTimeZone
}

/** The filters of the log. */
export function LogFilters({ filter, credentials, timeZone }: LogFiltersProps) {
  const t = useTranslations("Requests")
  const query = { ...filter }
  const common = { path: PATH, query }
  const exact = filter.status !== undefined && /^\d{3}$/.test(filter.status) ? [filter.status] : []
  return (
    <>
      <ChoiceFilter
        {...common}
        name="status"
        label={t("status")}
        options={[
          ...STATUS_CLASSES.map((status) => [status, t(`status_${status}`)] as const),
          ...[...new Set([...STATUSES, ...exact])].map((status) => [status, status] as const),
        ]}
      />
      <TimeFilter filter={filter} timeZone={timeZone} />
      <ChoiceFilter
        {...common}
        name="key"
        label={t("key")}
        options={[
          ...credentials.map(
            ({ id, kind, name }) =>
              [id, kind === "api_key" ? name : `${t(kind === "client" ? "own_app" : "app")}: ${name}`] as const,
          ),
          ...(filter.key !== undefined && credentials.every(({ id }) => id !== filter.key)
            ? [[filter.key, t("deleted")] as const]
            : []),
        ]}
      />
      <ChoiceFilter
        {...common}
        name="method"
        label={t("method")}
        options={HTTP_METHODS.map((method) => [method, method])}
      />
      <FilterChip {...common} names={["path"]} label={t("path_chip")} value={filter.path}>
        <FilterForm {...common} names={["path"]}>
          <InputField
            label={t("path")}
            name="path"
            defaultValue={filter.path}
            maxLength={200}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="/v1/orders"
          />
        </FilterForm>
      </FilterChip>
      <ChoiceFilter {...common} name="code" label={t("code")} options={ERROR_CODES.map((code) => [code, code])} />
    </>
  )
}

/** A period until now, or one between two times. */
function TimeFilter({ filter, timeZone }: Omit<LogFiltersProps, "credentials">) {
  const t = useTranslations("Requests")
  const locale = useLocale()
  const { errors, validate } = useFieldErrors()
  const query = { ...filter }
  const [from, until] = [parseTime(filter.from, timeZone.zone), parseTime(filter.until, timeZone.zone)]
  const inWords = (at: Date | undefined): string => (at ? formatDayAndHour(at, locale, timeZone) : "…")
  const value = filter.within
    ? t(`within_${filter.within}`)
    : from || until
      ? from && until
        ? formatPeriod(from, until, locale, timeZone)
        : `${inWords(from)} – ${inWords(until)}`
      : undefined
  return (
    <FilterChip
      path={PATH}
      query={query}
      names={["within", "from", "until"]}
      label={t("time")}
      value={value}
      key={logUrl(filter)}
    >
      <ul>
        {PERIODS.map((period) => (
          <li key={period}>
            <Link
              href={listUrl(PATH, query, { within: period, from: undefined, until: undefined })}
              prefetch={false}
              aria-current={period === filter.within ? "true" : undefined}
              className="flex min-h-9 items-center rounded-lg px-2.5 text-sm hover:bg-sunken aria-[current]:font-semibold"
            >
              {t(`within_${period}`)}
            </Link>
          </li>
        ))}
      </ul>
      <FilterForm path={PATH} query={query} names={["from", "until"]} instead={["within"]} validate={validate}>
        <InputField
          label={t("from")}
          name="from"
          type="datetime-local"
          defaultValue={from && toLocalTime(timeZone.zone, from)}
          error={errors.from}
        />
        <InputField
          label={t("until")}
          name="until"
          type="datetime-local"
          defaultValue={until && toLocalTime(timeZone.zone, until)}
          error={errors.until}
        />
      </FilterForm>
    </FilterChip>
  )
}
