import { useTranslations } from "next-intl"
import type { Locale } from "@/domain/locale"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import { Notice } from "@/ui/notice"

interface IncompleteNoticeProps {
  /** From when on requests may be missing; null if none are. */
  from: string | null
  timeZone: ViewerTimeZone
  locale: Locale
}

/** Says from when on the figures of a page may be too low. */
export function IncompleteNotice({ from, timeZone, locale }: IncompleteNoticeProps) {
  const t = useTranslations("Usage")
  if (from === null) return null
  return (
    <Notice tone="warning">
      <p>{t("incomplete", { time: formatTime(from, locale, timeZone) })}</p>
    </Notice>
  )
}
