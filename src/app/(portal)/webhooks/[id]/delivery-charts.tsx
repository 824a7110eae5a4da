import { useLocale, useTranslations } from "next-intl"
import { CHART_COLOURS, NO_VALUE_CLASS } from "@/app/(portal)/usage/chart-step"
import { StepTable } from "@/app/(portal)/usage/step-table"
import { succeededShare } from "@/app/(portal)/webhooks/succeeded-share"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { DeliveryStatistics } from "@/webhooks/deliveries/schema"
import { formatDay, formatDayAndHour, formatNumber, formatShare, pluralValues } from "@/i18n/format"

type Step = DeliveryStatistics["steps"][number]
type Counts = Pick<Step, "delivered" | "failed" | "pending">

interface Bar {
  /** The step's time and figure, in words. */
  label: string
  /** The stacked values, top first; null if the step has no value. */
  values: number[] | null
}

/** How the deliveries of an endpoint went in the last days. */
export function DeliveryCharts({ statistics, timeZone }: { statistics: DeliveryStatistics; timeZone: ViewerTimeZone }) {
  const t = useTranslations("DeliveryCharts")
  const webhooks = useTranslations("Webhooks")
  const locale = useLocale()
  const { median_ms: median, steps, truncated } = statistics
  if (total(statistics) === 0) return null
  const succeeded = succeededShare(statistics)
  const time = ({ from }: Step): string => formatDayAndHour(from, locale, timeZone)
  const duration = (ms: number | null): string =>
    ms === null
      ? "–"
      : webhooks("duration", { ms: formatNumber(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms), locale) })
  const counts = ({ delivered, failed, pending }: Counts): string =>
    t("counts", {
      delivered: formatNumber(delivered, locale),
      failed: formatNumber(failed, locale),
      pending: formatNumber(pending, locale),
    })
  const days = [steps[0], steps.at(-1)].map((step) => step && formatDay(step.from, locale, timeZone))
  return (
    <section
      aria-label={t("title")}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="grid grid-cols-2 gap-x-5 md:gap-x-10">
        <Figure
          title={t("succeeded")}
          value={succeeded === undefined ? "–" : formatShare(succeeded, locale)}
          note={counts(statistics)}
          colours={[CHART_COLOURS.failed, CHART_COLOURS.ok]}
          bars={steps.map((step) => ({
            label: `${time(step)}: ${counts(step)}`,
            values: [step.failed, step.delivered],
          }))}
          days={days}
        />
        <Figure
          title={t("median")}
          value={duration(median)}
          note={t("attempts", pluralValues(statistics.attempts, locale))}
          colours={[CHART_COLOURS.time]}
          bars={steps.map((step) => ({
            label: `${time(step)}: ${duration(step.median_ms)}`,
            values: step.median_ms === null ? null : [step.median_ms],
          }))}
          days={days}
        />
      </div>
      {truncated && <p className="text-sm text-muted">{t("truncated")}</p>}
      <StepTable
        caption={t("title")}
        summary={t("table")}
        heads={[
          t("time"),
          webhooks("delivery_delivered"),
          webhooks("delivery_failed"),
          webhooks("delivery_pending"),
          t("total_attempts"),
          t("median"),
        ]}
        steps={steps
          .filter((step) => total(step) + step.attempts > 0)
          .map((step) => ({
            key: step.from,
            time: time(step),
            cells: [
              ...[step.delivered, step.failed, step.pending, step.attempts].map((count) => formatNumber(count, locale)),
              duration(step.median_ms),
            ],
          }))}
      />
    </section>
  )
}

function total({ delivered, failed, pending }: Counts): number {
  return delivered + failed + pending
}

interface FigureProps {
  title: string
  value: string
  note: string
  /** Of the stacked values, top first. */
  colours: readonly string[]
  bars: readonly Bar[]
  days: readonly (string | undefined)[]
}

/** A figure with its steps as bars. The table below has what they show. */
function Figure({ title, value, note, colours, bars, days }: FigureProps) {
  const highest = Math.max(...bars.map(({ values }) => (values ?? []).reduce((sum, part) => sum + part, 0)), 1)
  return (
    <div className="grid min-w-0 grid-rows-[auto_1fr] gap-1">
      <h2 className="text-sm text-muted">{title}</h2>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="text-2xl font-semibold tabular-nums">{value}</p>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <div aria-hidden="true" className="mt-1 flex h-14 items-end gap-px border-b border-line-strong">
        {bars.map(({ label, values }, index) => (
          <span
            key={index}
            title={label}
            className={`flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-line ${values === null ? NO_VALUE_CLASS : ""}`}
          >
            {values?.map((part, place) => (
              <span key={place} style={{ height: `${(100 * part) / highest}%` }} className={colours[place]} />
            ))}
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted">
        {days.map((day, index) => (
          <span key={index}>{day}</span>
        ))}
      </p>
    </div>
  )
}
