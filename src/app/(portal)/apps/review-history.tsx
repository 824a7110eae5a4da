import { useLocale, useTranslations } from "next-intl"
import type { ReviewDecision } from "@/domain/oauth-app"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"

const TONES: Record<ReviewDecision, BadgeTone> = {
  approved: "neem",
  changes_requested: "marigold",
  suspended: "danger",
  reinstated: "neem",
}

interface ReviewHistoryProps {
  timeZone: ViewerTimeZone
  reviews: readonly { decision: ReviewDecision; message: string; by: string; created_at: string }[]
}

export function ReviewHistory({ timeZone, reviews }: ReviewHistoryProps) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  return (
    <ol className="divide-y divide-line">
      {reviews.map(({ decision, message, by, created_at }) => (
        <li key={created_at} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge tone={TONES[decision]}>{t(`decision_${decision}`)}</Badge> {by} ·{" "}
            {formatTime(created_at, locale, timeZone)}
          </p>
          <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere">{message}</p>
        </li>
      ))}
    </ol>
  )
}
