import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import type { Mode } from "@/app/(portal)/mode"
import { type ChartStep, UsageChart } from "@/app/(portal)/overview/usage-chart"
import type { Locale } from "@/domain/locale"
import type { Range, Usage } from "@/features/usage/schema"
import { formatDay, formatDayAndHour, formatHour, formatNumber, formatShare } from "@/i18n/format"
import { withQuery } from "@/ui/query-address"

type Figure = "requests" | "errors" | "p95"
type Counts = Pick<Usage, "requests" | "errors" | "p95">
type Step = Usage["steps"][number]

interface UsageCardsProps {
  usage: Usage
  range: Range
  mode: Mode
  zone: string
  locale: Locale
}

/** The three figures of a period, each with a chart and a table. All text is created here, on the server. */
export const UsageCards = ({ usage, range, mode, zone, locale }: UsageCardsProps) => {
  // The time zone is named once for all, beside the choice of the period.
  const clock = { zone, told: true }
  const t = useTranslations("Overview")
  const number = (value: number): string => formatNumber(value, locale)
  const time = (p95: Counts["p95"]): string =>
    p95 === null
      ? "–"
      : t(p95.at_least ? "ms_or_more" : "ms", {
          ms: number(p95.ms < 10 ? Math.round(p95.ms * 10) / 10 : Math.round(p95.ms)),
        })
  const share = ({ requests, errors }: Counts): string =>
    requests === 0 ? "–" : formatShare(errors / requests, locale)
  const tick = ({ from }: Step): string => (range === "24h" ? formatHour : formatDay)(from, locale, clock)
  const span = ({ from, until }: Step): string =>
    range === "30d"
      ? formatDay(from, locale, clock)
      : `${formatDayAndHour(from, locale, clock)}–${formatHour(until, locale, clock)}`
  const href = ({ from, until }: Step, figure: Figure): string =>
    withQuery("/requests", { mode, status: figure === "errors" ? "error" : undefined, from, until })

  const told = (step: Step, figure: Figure): string => {
    if (step.requests === 0) return t("step_none", { time: span(step) })
    const values = {
      time: span(step),
      count: step.requests,
      requests: number(step.requests),
      errors: number(step.errors),
      share: share(step),
      p95: time(step.p95),
    }
    return t(figure === "p95" && step.p95?.at_least ? "step_p95_or_more" : `step_${figure}`, values)
  }
  const bars = (step: Step, figure: Figure): number[] => {
    if (figure === "requests") return [step.requests - step.errors, step.errors]
    return figure === "errors" ? [step.requests === 0 ? 0 : (100 * step.errors) / step.requests] : [step.p95?.ms ?? 0]
  }
  const steps = (figure: Figure): ChartStep[] =>
    usage.steps.map((step) => ({
      tick: tick(step),
      words: told(step, figure),
      href: href(step, figure),
      bars: bars(step, figure),
    }))
  const cells = {
    requests: (counts: Counts) => [number(counts.requests), number(counts.errors)],
    errors: (counts: Counts) => [share(counts), number(counts.errors)],
    p95: (counts: Counts) => [time(counts.p95)],
  }
  const heads = { requests: [t("requests"), t("failed")], errors: [t("share"), t("failed")], p95: [t("p95")] }
  const table = (figure: Figure): ReactNode => (
    <StepTable
      heads={[t("time"), ...heads[figure]]}
      caption={t(figure)}
      rows={usage.steps.map((step) => ({
        key: step.from,
        href: href(step, figure),
        time: span(step),
        cells: cells[figure](step),
      }))}
      summary={t("table")}
    />
  )
  const card = (figure: Figure, value: string, className: string, note?: ReactNode): ReactNode => (
    <section
      aria-labelledby={`figure-${figure}`}
      className={`grid min-w-0 content-start gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5 ${className}`}
    >
      <div className="grid gap-0.5">
        <h2 id={`figure-${figure}`} className="text-sm text-muted">
          {t(figure)}
        </h2>
        <p className="text-2xl font-semibold tabular-nums">{value}</p>
        {note}
      </div>
      <UsageChart
        label={t("chart", { name: t(figure) })}
        steps={steps(figure)}
        hint={t("chart_hint")}
        colours={figure === "requests" ? ["ok", "failed"] : [figure === "errors" ? "failed" : "time"]}
        unit={figure === "errors" ? "%" : ""}
      />
      {table(figure)}
    </section>
  )
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {card(
        "requests",
        number(usage.requests),
        "md:col-span-2",
        <ul className="flex flex-wrap gap-x-4 text-xs text-muted">
          <LegendItem colour="bg-link">{t("ok")}</LegendItem>
          <LegendItem colour="bg-danger">{t("failed")}</LegendItem>
        </ul>,
      )}
      {card("errors", share(usage), "")}
      {card("p95", time(usage.p95), "", <p className="text-xs text-muted">{t("p95_note")}</p>)}
    </div>
  )
}

const LegendItem = ({ colour, children }: { colour: string; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={`size-2.5 rounded-xs ${colour}`} />
    {children}
  </li>
)

interface StepTableProps {
  caption: string
  summary: string
  heads: string[]
  rows: { key: string; href: string; time: string; cells: string[] }[]
}

const StepTable = ({ caption, summary, heads, rows }: StepTableProps) => (
  <details>
    <summary className="w-fit rounded-lg py-1.5 text-sm text-muted hover:text-ink">{summary}</summary>
    <div
      tabIndex={0}
      role="group"
      aria-label={caption}
      className="mt-2 max-h-80 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-2 font-medium ${place === 0 ? "text-left" : "text-right"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, href, time, cells }) => (
            <tr key={key}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                <a href={href} className="link">
                  {time}
                </a>
              </th>
              {cells.map((cell, place) => (
                <td key={place} className="px-3 py-1.5 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
