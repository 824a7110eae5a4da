import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { connection } from "next/server"
import { Component, stateOf, UTC } from "@/app/(site)/status/component-history"
import { IncidentArticle } from "@/app/incident-article"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { STATUS_FEED } from "@/app/(site)/status/feed.atom/status-feed"
import { formatDate } from "@/i18n/format"
import { INCIDENT_SEVERITIES, type IncidentSeverity, type StatusComponent } from "@/domain/status"
import { listIncidents } from "@/features/status/incidents/list-incidents"
import type { Incident } from "@/features/status/incidents/schema"
import { type ComponentHistory, statusHistory } from "@/features/status/status-history"

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("StatusPage")
  return { title: t("title"), alternates: { types: { "application/atom+xml": STATUS_FEED } } }
}

type Summary = "operational" | "down" | "unknown" | "incident"

const SUMMARY: Record<Summary, string> = {
  operational: "bg-neem-soft text-neem-ink",
  incident: "bg-marigold-soft text-marigold-ink",
  down: "bg-danger-soft text-danger-ink",
  unknown: "bg-sunken text-muted",
}

function summaryOf(histories: readonly ComponentHistory[], open: readonly Incident[]): Summary {
  const states = histories.map(({ ok }) => stateOf(ok))
  // Without the database there is no history.
  if (states.length === 0 || states.includes("down")) return "down"
  if (open.length > 0) return "incident"
  return states.includes("unknown") ? "unknown" : "operational"
}

/** The severity of the worst open incident of a component; null if there is none. */
function severityOf(component: StatusComponent, open: readonly Incident[]): IncidentSeverity | null {
  return (
    INCIDENT_SEVERITIES.findLast((severity) =>
      open.some((incident) => incident.component === component && incident.severity === severity),
    ) ?? null
  )
}

/** The first day with a check of any component; null if there is none. */
function measuredSince(histories: readonly ComponentHistory[]): string | null {
  const days = histories.flatMap((history) => history.days.find(({ uptime }) => uptime !== null)?.day ?? [])
  return days.toSorted()[0] ?? null
}

async function StatusPage() {
  await connection()
  const now = new Date()
  const [t, incidentMessages, timeZone, histories, incidents] = await Promise.all([
    getTranslations("StatusPage"),
    getTranslations("Incidents"),
    viewerTimeZone(),
    statusHistory(now).catch((): ComponentHistory[] => []),
    listIncidents(now).catch((): Incident[] => []),
  ])
  const open = incidents.filter(({ resolved_at }) => resolved_at === null)
  const past = incidents.filter(({ resolved_at }) => resolved_at !== null)
  const summary = summaryOf(histories, open)
  const since = measuredSince(histories) ?? now.toISOString()
  return (
    <div className="grid gap-10">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div className="grid gap-1">
            <h1 className="text-2xl font-semibold">{t("title")}</h1>
            <p className="text-muted">{t("lead")}</p>
          </div>
          <a href={STATUS_FEED} className="link text-sm">
            {incidentMessages("feed")}
          </a>
        </div>
        <p role="status" className={`rounded-2xl px-5 py-5 text-xl font-semibold sm:px-6 ${SUMMARY[summary]}`}>
          {t(`all_${summary}`)}
        </p>
      </div>
      {open.length > 0 && <Incidents title={t("open_title")} incidents={open} timeZone={timeZone} since={since} />}
      {histories.length > 0 && (
        <section aria-labelledby="components" className="grid gap-4">
          <h2 id="components" className="text-xl font-semibold">
            {t("components")}
          </h2>
          <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line shadow-card lg:grid-cols-2">
            {histories.map((history) => (
              <Component key={history.component} history={history} severity={severityOf(history.component, open)} />
            ))}
          </ul>
        </section>
      )}
      <Incidents title={incidentMessages("past_title")} incidents={past} timeZone={timeZone} since={since} />
      <p className="text-sm text-muted">
        {t("note")}{" "}
        <a href="/v1/status" className="link">
          GET /v1/status
        </a>
      </p>
    </div>
  )
}

interface IncidentsProps {
  title: string
  incidents: readonly Incident[]
  timeZone: Awaited<ReturnType<typeof viewerTimeZone>>
  /** The first day that was measured, of those that are shown. */
  since: string
}

async function Incidents({ title, incidents, timeZone, since }: IncidentsProps) {
  const [t, locale] = await Promise.all([getTranslations("Incidents"), getLocale()])
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-xl font-semibold">{title}</h2>
      {incidents.length === 0 ? (
        <p className="text-muted">{t("none", { date: formatDate(since, locale, UTC) })}</p>
      ) : (
        <div className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {incidents.map((incident) => (
            <IncidentArticle key={incident.id} incident={incident} timeZone={timeZone} heading="h3" />
          ))}
        </div>
      )}
    </section>
  )
}

export default StatusPage
