import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { PreviousValue, type Trend } from "@/app/(portal)/usage/previous-value"
import { StepTable, type TableStep } from "@/app/(portal)/usage/step-table"
import { CHART_COLOURS, type ChartStep, NO_VALUE_CLASS } from "@/app/(portal)/usage/chart-step"
import { hasShareOfChange, MIN_REQUESTS_FOR_SHARE } from "@/app/(portal)/usage/has-share-of-change"
import { UsageChart } from "@/app/(portal)/usage/usage-chart"
import type { Locale } from "@/domain/locale"
import { HOUR_MS } from "@/domain/time-units"
import { MIN_REQUESTS_FOR_P95 } from "@/features/usage/p95"
import type { Usage } from "@/features/usage/schema"
import { formatDay, formatDayAndHour, formatHour, formatNumber, formatShare } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"

type Metric = "requests" | "errors" | "p95"
type Counts = Pick<Usage, "requests" | "errors" | "p95">
type Step = Usage["steps"][number] & { previous_requests?: number | null }

interface UsageFiguresProps {
  usage: Counts & { steps: readonly Step[]; p95_steps: readonly Step[]; previous?: Counts | null }
  zone: string
  locale: Locale
  /** The API key whose requests they are, for links to the log. */
  apiKey?: string
  /** What stands beside the charts; on a narrow screen after the first. */
  beside?: ReactNode
}

/** The p95 of enough requests to have one. */
function p95Of({ requests, p95 }: Counts): Counts["p95"] {
  return requests < MIN_REQUESTS_FOR_P95 ? null : p95
}

/** Formats a p95: milliseconds, or "–". */
export function useFormatP95(locale: Locale): (counts: Counts) => string {
  const t = useTranslations("Overview")
  return (counts) => {
    const time = p95Of(counts)
    if (time === null) return "–"
    const ms = formatNumber(time.ms < 10 ? Math.round(time.ms * 10) / 10 : Math.round(time.ms), locale)
    return t(time.at_least ? "ms_or_more" : "ms", { ms })
  }
}

/** The three figures of a period, each with a chart and a table. All text is created here, on the server. */
export function UsageFigures({ usage, zone, locale, apiKey, beside }: UsageFiguresProps) {
  // The time zone is named once for all, beside the choice of the period.
  const timeZone = { zone, detected: true }
  const t = useTranslations("Overview")
  const formatP95 = useFormatP95(locale)
  const number = (value: number): string => formatNumber(value, locale)
  const shareOf = ({ requests, errors }: Counts): number | undefined => (requests === 0 ? undefined : errors / requests)
  const share = (counts: Counts): string => {
    const value = shareOf(counts)
    return value === undefined ? "–" : formatShare(value, locale)
  }
  const [first] = usage.steps
  const hourly = first !== undefined && Date.parse(first.until) - Date.parse(first.from) <= HOUR_MS
  const previous = usage.previous ?? null

  const tick = ({ from }: Step): string => (hourly ? formatHour : formatDay)(from, locale, timeZone)
  const formatSpan = ({ from, until }: Step): string => {
    const ms = Date.parse(until) - Date.parse(from)
    if (ms > 26 * HOUR_MS)
      return `${formatDay(from, locale, timeZone)}–${formatDay(new Date(Date.parse(until) - HOUR_MS), locale, timeZone)}`
    if (ms > 20 * HOUR_MS) return formatDay(from, locale, timeZone)
    return `${formatDayAndHour(from, locale, timeZone)}–${formatHour(until, locale, timeZone)}`
  }
  // Dates take long to format, and most spans are in several charts and tables.
  const spans = new Map<string, string>()
  const span = (step: Step): string => {
    const key = `${step.from} ${step.until}`
    const formatted = spans.get(key) ?? formatSpan(step)
    spans.set(key, formatted)
    return formatted
  }
  const href = ({ from, until }: Step, metric: Metric): string =>
    withQuery("/requests", { key: apiKey, status: metric === "errors" ? "error" : undefined, from, until })

  const describe = (step: Step, metric: Metric): string => {
    const time = span(step)
    const before = step.previous_requests
    const compared = metric === "requests" && before !== undefined && before !== null
    const addBefore = (label: string): string =>
      compared ? t("step_before", { label, before: number(before) }) : label
    if (step.requests === 0) return addBefore(t("step_none", { time }))
    if (metric === "p95") {
      if (p95Of(step) === null) return t("step_few", { time, requests: number(step.requests) })
      return t(step.p95?.at_least ? "step_p95_or_more" : "step_p95", { time, p95: formatP95(step) })
    }
    const values = { requests: number(step.requests), errors: number(step.errors), share: share(step) }
    return addBefore(t(`step_${metric}`, { time, count: step.requests, ...values }))
  }
  const bars = (step: Step, metric: Metric): number[] | null => {
    if (metric === "requests") return [step.requests - step.errors, step.errors]
    const value = metric === "errors" ? shareOf(step) : p95Of(step)?.ms
    return value === undefined ? null : [metric === "errors" ? 100 * value : value]
  }
  const stepsOf = (metric: Metric): readonly Step[] => (metric === "p95" ? usage.p95_steps : usage.steps)
  const cells = {
    requests: (step: Step) => [
      number(step.requests),
      number(step.errors),
      share(step),
      ...(previous && typeof step.previous_requests === "number" ? [number(step.previous_requests)] : []),
    ],
    // The table of the requests contains them.
    errors: () => [],
    p95: (step: Step) => [formatP95(step)],
  }
  const steps = (metric: Metric): (ChartStep & TableStep)[] =>
    stepsOf(metric).map((step) => ({
      ...{ key: step.from, time: span(step), cells: cells[metric](step), tick: tick(step) },
      ...(hourly && { day: formatDay(step.from, locale, timeZone) }),
      ...(metric === "requests" && typeof step.previous_requests === "number" && { before: step.previous_requests }),
      ...{ label: describe(step, metric), href: href(step, metric), bars: bars(step, metric) },
    }))
  const headings = {
    requests: [t("requests"), t("failed"), t("errors"), ...(previous ? [t("before")] : [])],
    p95: [t("p95")],
  }
  const chart = (metric: Metric): ReactNode => {
    // The same objects for both, so that the page contains them once.
    const shown = steps(metric)
    return (
      <>
        <UsageChart
          label={t("chart", { name: t(metric) })}
          steps={shown}
          hint={t("chart_hint")}
          values={metric}
          unit={metric === "errors" ? "%" : metric === "p95" ? ` ${t("unit_ms")}` : ""}
          small={metric !== "requests"}
        />
        {shown.some((step) => step.bars === null) && (
          <ul className="text-xs text-muted">
            <LegendItem swatch={`size-2.5 rounded-xs border border-line-strong ${NO_VALUE_CLASS}`}>
              {metric === "errors" ? t("no_requests") : t("few_requests", { count: number(MIN_REQUESTS_FOR_P95) })}
            </LegendItem>
          </ul>
        )}
        {metric !== "errors" && (
          <StepTable heads={[t("time"), ...headings[metric]]} caption={t(metric)} steps={shown} summary={t("table")} />
        )}
      </>
    )
  }
  const card = (metric: Metric, value: string, before: ReactNode, content: ReactNode, note?: ReactNode): ReactNode => (
    <section
      aria-labelledby={`figure-${metric}`}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5 ${metric === "requests" ? "md:col-span-2" : ""}`}
    >
      <div className="grid gap-1">
        <h2 id={`figure-${metric}`} className="text-sm text-muted">
          {t(metric)}
        </h2>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <p className="text-2xl font-semibold tabular-nums">{value}</p>
          {before}
        </div>
        {note}
      </div>
      {content}
    </section>
  )
  /** How a figure has changed, as far as its text shows it. */
  const trendSince = (
    before: Counts,
    valueOf: (counts: Counts) => number | undefined,
    show: (counts: Counts) => string,
  ): Trend | null => {
    const [now, then] = [valueOf(usage), valueOf(before)]
    if (now === undefined || then === undefined) return null
    if (show(usage) === show(before)) return "equal"
    return now > then ? "more" : "fewer"
  }
  const note = (text: string): ReactNode => <p className="text-sm text-muted">{text}</p>
  const [time, timeBefore] = [p95Of(usage), previous && p95Of(previous)]
  return (
    // The last row takes the height that the charts do not need.
    <div
      className={`grid gap-6 md:grid-cols-2 ${beside ? "xl:grid-cols-[repeat(2,minmax(0,1fr))_22rem] xl:grid-rows-[auto_auto_1fr]" : ""}`}
    >
      {card(
        "requests",
        number(usage.requests),
        previous && (
          <PreviousValue
            trend={trendSince(
              previous,
              ({ requests }) => requests,
              ({ requests }) => number(requests),
            )}
          >
            {requestsBefore(usage.requests, previous.requests)}
          </PreviousValue>
        ),
        chart("requests"),
        <ul className="flex flex-wrap gap-x-4 text-xs text-muted">
          <LegendItem swatch={`size-2.5 rounded-xs ${CHART_COLOURS.ok}`}>{t("ok")}</LegendItem>
          <LegendItem swatch={`size-2.5 rounded-xs ${CHART_COLOURS.failed}`}>{t("failed")}</LegendItem>
          {previous && (
            <LegendItem swatch="w-4 border-t-2 border-dashed border-ink opacity-65">{t("before")}</LegendItem>
          )}
        </ul>,
      )}
      {beside && (
        <div className="grid min-w-0 grid-cols-1 content-start gap-6 md:col-span-2 xl:col-span-1 xl:col-start-3 xl:row-span-3 xl:row-start-1">
          {beside}
        </div>
      )}
      {card(
        "errors",
        share(usage),
        previous && previous.requests >= MIN_REQUESTS_FOR_SHARE && (
          <ValueBefore trend={trendSince(previous, shareOf, share)} value={share(previous)} />
        ),
        usage.errors === 0 ? note(t("errors_none")) : chart("errors"),
      )}
      {card(
        "p95",
        formatP95(usage),
        timeBefore && previous && (
          <ValueBefore
            trend={trendSince(previous, (counts) => p95Of(counts)?.ms, formatP95)}
            value={formatP95(previous)}
          />
        ),
        time === null
          ? note(t("p95_few", { count: number(MIN_REQUESTS_FOR_P95) }))
          : usage.p95_steps.some((step) => p95Of(step))
            ? chart("p95")
            : note(t("p95_steps_few", { count: number(MIN_REQUESTS_FOR_P95) })),
        time && <p className="text-xs text-muted">{t("p95_note")}</p>,
      )}
    </div>
  )

  function requestsBefore(now: number, before: number): string {
    if (before === 0) return t("none_before")
    if (now === before) return t("equal_before")
    if (!hasShareOfChange(now, before)) return t(now > before ? "up_before" : "down_before", { value: number(before) })
    const change = formatShare(Math.abs(now - before) / before, locale)
    return t(now > before ? "more_before" : "fewer_before", { change, before: number(before) })
  }
}

const VALUE_BEFORE = { more: "up_before", fewer: "down_before", equal: "was_before" } as const

/** The value that a figure had in the period before. */
function ValueBefore({ trend, value }: { trend: Trend | null; value: string }) {
  const t = useTranslations("Overview")
  return <PreviousValue trend={trend}>{t(VALUE_BEFORE[trend ?? "equal"], { value })}</PreviousValue>
}

function LegendItem({ swatch, children }: { swatch: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={swatch} />
      {children}
    </li>
  )
}
