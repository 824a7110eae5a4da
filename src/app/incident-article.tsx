import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { type IncidentSeverity, type LocalTexts, pickText } from "@/domain/status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { Incident } from "@/features/status/incidents/schema"
import { formatDate, formatTime } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"

const TONES: Record<IncidentSeverity, BadgeTone> = { minor: "marigold", major: "marigold", critical: "danger" }

/** A text that staff wrote, marked with its language where that is not the page's. */
function LocalText({ texts }: { texts: LocalTexts }) {
  const locale = useLocale()
  const { text, language } = pickText(texts, locale)
  return language === locale ? text : <span lang={language}>{text}</span>
}

/** An incident with its updates, newest first. @param children actions of staff */
export function IncidentArticle({
  incident: { id, component, severity, title, started_at, resolved_at, updates },
  timeZone,
  heading: Heading,
  children,
}: {
  incident: Incident
  timeZone: ViewerTimeZone
  heading: "h2" | "h3"
  children?: ReactNode
}) {
  const t = useTranslations("Incidents")
  const components = useTranslations("StatusPage")
  const locale = useLocale()
  return (
    <article id={id} className="grid gap-x-10 gap-y-4 p-4 sm:p-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid content-start justify-items-start gap-2">
        <Badge tone={resolved_at === null ? TONES[severity] : "neem"}>
          {resolved_at === null ? t(`severity_${severity}`) : t("resolved")}
        </Badge>
        <Heading className="font-semibold wrap-anywhere">
          <LocalText texts={title} />
        </Heading>
        <p className="text-sm text-muted">
          {resolved_at === null
            ? t("open_since", { component: components(component), time: formatTime(started_at, locale, timeZone) })
            : `${components(component)} · ${formatDate(started_at, locale, timeZone)}`}
        </p>
        {children}
      </div>
      <ol className="grid content-start gap-4 border-l border-line pl-5">
        {updates.map((update) => (
          <li key={update.id} className="relative grid gap-1">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[1.53rem] size-2.5 rounded-full ${update.status === "resolved" ? "bg-neem-ink" : "bg-line-strong"}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="font-semibold">{t(update.status)}</span>
              <time dateTime={update.created_at} className="text-muted tabular-nums">
                {formatTime(update.created_at, locale, timeZone)}
              </time>
            </p>
            <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere">
              <LocalText texts={update.body} />
            </p>
          </li>
        ))}
      </ol>
    </article>
  )
}
