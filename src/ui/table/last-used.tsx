import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatTime } from "@/i18n/format"

interface LastUsedProps {
  /** An ISO time; null if it was never used. */
  at: string | null
  timeZone: ViewerTimeZone
  /** When the row was read, in milliseconds. */
  now: number
}

/** How long ago something was last used, as a cell of a table. */
export function LastUsed({ at, timeZone, now }: LastUsedProps) {
  const t = useTranslations("Common")
  const locale = useLocale()
  if (at === null) return <span className="text-muted">{t("never")}</span>
  return (
    <time dateTime={at} title={formatTime(at, locale, timeZone)}>
      {formatAgo(at, locale, new Date(now))}
    </time>
  )
}
