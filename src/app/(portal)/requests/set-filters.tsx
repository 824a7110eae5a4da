import { useLocale, useTranslations } from "next-intl"
import { type LogFilter, logUrl, parseTime, STATUS_CLASSES } from "@/app/(portal)/requests/log-url"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestCredential } from "@/features/requests/schema"
import { formatSecond } from "@/i18n/format"
import { SetFilter } from "@/ui/table/toolbar"

interface SetFiltersProps {
  filter: LogFilter
  credentials: readonly RequestCredential[]
  clock: ViewerTimeZone
}

const NAMES = ["key", "status", "method", "code", "path", "from", "until"] as const

/** The filters of the log that are set; each can be removed by itself. */
export function SetFilters({ filter, credentials, clock }: SetFiltersProps) {
  const t = useTranslations("Requests")
  const locale = useLocale()
  const inWords = (name: (typeof NAMES)[number], value: string): string => {
    if (name === "key") return credentials.find(({ id }) => id === value)?.name ?? t("gone")
    if (name === "from" || name === "until") {
      const at = parseTime(value, clock.zone)
      return at ? formatSecond(at, locale, clock) : value
    }
    const group = name === "status" ? STATUS_CLASSES.find((each) => each === value) : undefined
    return group ? t(`status_${group}`) : value
  }
  return NAMES.map((name) => {
    const value = filter[name]
    return (
      value !== undefined && (
        <SetFilter
          key={name}
          name={`${t(name)}: ${inWords(name, value)}`}
          href={logUrl({ ...filter, [name]: undefined })}
        />
      )
    )
  })
}
