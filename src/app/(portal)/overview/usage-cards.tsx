import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { type ChartStep, UsageChart } from "@/app/(portal)/overview/usage-chart"
import type { Locale } from "@/domain/locale"
import type { Range, Usage } from "@/features/usage/schema"
import { formatDay, formatDayAndHour, formatHour, formatNumber, formatShare } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"

type Metric = "requests" | "errors" | "p95"
type Counts = Pick<Usage, "requests" | "errors" | "p95">
type Step = Usage["steps"][number]

interface UsageCardsProps {
  usage: Usage
  range: Range
  zone: string
  locale: Locale
}

/** The three figures of a period, each with a chart and a table. All text is created here, on the server. */
export const UsageCards = ({ usage, range, zone, locale }: UsageCardsProps) => {
  // The time zone is named once for all, beside the choice of the period.
  const clock = { zone, detected: true }
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
  const href = ({ from, until }: Step, metric: Metric): string =>
    withQuery("/requests", { status: metric === "errors" ? "error" : undefined, from, until })

  const describe = (step: Step, metric: Metric): string => {
    if (step.requests === 0) return t("step_none", { time: span(step) })
    const values = {
      time: span(step),
      count: step.requests,
      requests: number(step.requests),
      errors: number(step.errors),
      share: share(step),
      p95: time(step.p95),
    }
    return t(metric === "p95" && step.p95?.at_least ? "step_p95_or_more" : `step_${metric}`, values)
  }
  const bars = (step: Step, metric: Metric): number[] => {
    if (metric === "requests") return [step.requests - step.errors, step.errors]
    return metric === "errors" ? [step.requests === 0 ? 0 : (100 * step.errors) / step.requests] : [step.p95?.ms ?? 0]
  }
  const steps = (metric: Metric): ChartStep[] =>
    usage.steps.map((step) => ({
      tick: tick(step),
      ...(range === "24h" && { day: formatDay(step.from, locale, clock) }),
      words: describe(step, metric),
      href: href(step, metric),
      bars: bars(step, metric),
    }))
  const cells = {
    requests: (counts: Counts) => [number(counts.requests), number(counts.errors)],
    errors: (counts: Counts) => [share(counts), number(counts.errors)],
    p95: (counts: Counts) => [time(counts.p95)],
  }
  const headings = { requests: [t("requests"), t("failed")], errors: [t("share"), t("failed")], p95: [t("p95")] }
  const table = (metric: Metric): ReactNode => (
    <StepTable
      heads={[t("time"), ...headings[metric]]}
      caption={t(metric)}
      rows={usage.steps.map((step) => ({
        key: step.from,
        href: href(step, metric),
        time: span(step),
        cells: cells[metric](step),
      }))}
      summary={t("table")}
    />
  )
  const card = (metric: Metric, value: string, className: string, note?: ReactNode): ReactNode => (
    <section
      aria-labelledby={`figure-${metric}`}
      className={`grid min-w-0 content-start gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5 ${className}`}
    >
      <div className="grid gap-0.5">
        <h2 id={`figure-${metric}`} className="text-sm text-muted">
          {t(metric)}
        </h2>
        <p className="text-2xl font-semibold tabular-nums">{value}</p>
        {note}
      </div>
      {metric === "errors" && usage.errors === 0 ? (
        <p className="text-sm text-muted">{t("errors_none")}</p>
      ) : (
        <>
          <UsageChart
            label={t("chart", { name: t(metric) })}
            steps={steps(metric)}
            hint={t("chart_hint")}
            colours={metric === "requests" ? ["ok", "failed"] : [metric === "errors" ? "failed" : "time"]}
            unit={metric === "errors" ? "%" : ""}
          />
          {table(metric)}
        </>
      )}
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

const StepTable = ({ caption, summary, heads: headings, rows }: StepTableProps) => (
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
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`px-3 py-2 font-medium ${index === 0 ? "text-left" : "text-right"}`}
              >
                {heading}
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
              {cells.map((cell, index) => (
                <td key={index} className="px-3 py-1.5 text-right tabular-nums">
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
