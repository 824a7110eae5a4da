import { getLocale, getTranslations } from "next-intl/server"
import { escapeMarkup } from "@/domain/escape-markup"
import type { IncidentSeverity } from "@/domain/status"
import { type ComponentHistory, STATUS_DAYS, type StatusDay } from "@/features/status/status-history"
import { formatDate, formatShare } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"

/** Days are those of UTC. */
export const UTC = { zone: "UTC", detected: true }

/** From this share of failed checks on, a day is drawn as an outage. */
const OUTAGE = 0.05

type Level = "ok" | "partial" | "down" | "unknown"

function levelOf(uptime: number | null): Level {
  if (uptime === null) return "unknown"
  if (uptime === 1) return "ok"
  return uptime > 1 - OUTAGE ? "partial" : "down"
}

const BAR: Record<Level, string> = {
  ok: "bg-neem-ink",
  partial: "bg-marigold",
  down: "bg-danger",
  unknown: "bg-line",
}

/** What the last check found: the component is operational, is down, or was not checked. */
export function stateOf(ok: boolean | null): "operational" | "down" | "unknown" {
  return ok === null ? "unknown" : ok ? "operational" : "down"
}

const TONES: Record<ReturnType<typeof stateOf> | IncidentSeverity, BadgeTone> = {
  operational: "neem",
  down: "danger",
  unknown: "neutral",
  minor: "marigold",
  major: "marigold",
  critical: "danger",
}

async function Bars({ days, uptime }: { days: readonly StatusDay[]; uptime: number | null }) {
  const [t, locale] = await Promise.all([getTranslations("StatusPage"), getLocale()])
  const checked = days.filter((each) => each.uptime !== null).length
  return (
    <div className="grid gap-1.5">
      {/* One text for React: the page sends each day once, and hydrates none. */}
      <ul
        aria-label={t("days", { n: STATUS_DAYS })}
        className="flex h-9 items-stretch gap-px *:min-w-0 *:flex-1 *:rounded-[2px] sm:gap-0.5"
        dangerouslySetInnerHTML={{
          __html: days
            .map(({ day, uptime: share }, at) => {
              const date = formatDate(day, locale, UTC)
              const text = escapeMarkup(
                share === null ? t("day_none", { date }) : t("day", { date, share: formatShare(share, locale) }),
              )
              const classes = `${BAR[levelOf(share)]}${at < STATUS_DAYS / 2 ? " max-sm:hidden" : ""}`
              return `<li title="${text}" class="${classes}"><span class="sr-only">${text}</span></li>`
            })
            .join(""),
        }}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span aria-hidden="true" className="max-sm:hidden">
          {t("ago", { n: STATUS_DAYS })}
        </span>
        <span aria-hidden="true" className="sm:hidden">
          {t("ago", { n: STATUS_DAYS / 2 })}
        </span>
        <span className="text-ink tabular-nums">
          {uptime === null
            ? t("uptime_none")
            : t("uptime", { share: formatShare(uptime, locale), count: checked, n: String(checked) })}
        </span>
        <span aria-hidden="true">{t("today")}</span>
      </p>
    </div>
  )
}

/**
 * A component with its state and its days.
 * @param severity that of the worst open incident; null if there is none
 */
export async function Component({
  history,
  severity,
}: {
  history: ComponentHistory
  severity: IncidentSeverity | null
}) {
  const [t, incidents] = await Promise.all([getTranslations("StatusPage"), getTranslations("Incidents")])
  const state = stateOf(history.ok)
  const isDegraded = severity !== null && state !== "down"
  return (
    <li className="grid content-start gap-4 bg-surface p-4 sm:p-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold">{t(history.component)}</h3>
          <Badge tone={TONES[isDegraded ? severity : state]}>
            {isDegraded ? incidents(`severity_${severity}`) : t(state)}
          </Badge>
        </div>
        <p className="text-sm text-muted">{t(`${history.component}_text`)}</p>
      </div>
      <Bars days={history.days} uptime={history.uptime} />
    </li>
  )
}
