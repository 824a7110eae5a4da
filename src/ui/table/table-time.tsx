import { useLocale } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatDate, formatDayAndHour, formatTime } from "@/i18n/format"

interface TableTimeProps {
  at: string
  timeZone: ViewerTimeZone
  /** When the list was read, in milliseconds. A time of another year is shown with the year, without the hour. */
  now: number
}

/** A time in a table, as short as it can be understood; the whole of it is its title. */
export function TableTime({ at, timeZone, now }: TableTimeProps) {
  const locale = useLocale()
  const sameYear = at.slice(0, 4) === new Date(now).toISOString().slice(0, 4)
  return (
    <time dateTime={at} title={formatTime(at, locale, timeZone)} className="tabular-nums">
      {(sameYear ? formatDayAndHour : formatDate)(at, locale, timeZone)}
    </time>
  )
}
