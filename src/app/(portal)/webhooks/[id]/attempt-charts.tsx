import { useLocale, useTranslations } from "next-intl"
import { StepTable } from "@/app/(portal)/usage/step-table"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { AttemptStatistics } from "@/webhooks/deliveries/schema"
import { formatDay, formatDayAndHour, formatNumber, formatShare, pluralValues } from "@/i18n/format"

type Step = AttemptStatistics["steps"][number]

interface Bar {
  /** The step's time and figure, in words. */
  label: string
  /** The stacked values, top first. */
  values: number[]
}

const STRIPES = "bg-[repeating-linear-gradient(45deg,var(--danger)_0_3px,var(--surface)_3px_4px)]"

/** How the attempts of an endpoint went in the last days. The server draws the bars, so that no chart library is loaded. */
export function AttemptCharts({ statistics, timeZone }: { statistics: AttemptStatistics; timeZone: ViewerTimeZone }) {
  const t = useTranslations("AttemptCharts")
  const webhooks = useTranslations("Webhooks")
  const locale = useLocale()
  const { attempts, failed, median_ms: median, steps, truncated } = statistics
  if (attempts === 0) return null
  const time = ({ from }: Step): string => formatDayAndHour(from, locale, timeZone)
  const duration = (ms: number | null): string =>
    ms === null
      ? "–"
      : webhooks("took", { ms: formatNumber(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms), locale) })
  const days = [steps[0], steps.at(-1)].map((step) => step && formatDay(step.from, locale, timeZone))
  return (
    <section
      aria-label={t("title")}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="grid grid-cols-2 gap-x-5 md:gap-x-10">
        <Figure
          title={t("success")}
          value={formatShare(1 - failed / attempts, locale)}
          note={t("attempts", pluralValues(attempts, locale))}
          colours={[STRIPES, "bg-link"]}
          bars={steps.map((step) => ({
            label: t("step", {
              time: time(step),
              attempts: t("attempts", pluralValues(step.attempts, locale)),
              failed: formatNumber(step.failed, locale),
            }),
            values: [step.failed, step.attempts - step.failed],
          }))}
          days={days}
        />
        <Figure
          title={t("median")}
          value={duration(median)}
          colours={["bg-marigold"]}
          bars={steps.map((step) => ({
            label: `${time(step)}: ${duration(step.median_ms)}`,
            values: [step.median_ms ?? 0],
          }))}
          days={days}
        />
      </div>
      {truncated && <p className="text-sm text-muted">{t("truncated")}</p>}
      <StepTable
        caption={t("title")}
        summary={t("table")}
        heads={[t("time"), t("total"), t("failed"), t("median")]}
        rows={steps
          .filter((step) => step.attempts > 0)
          .map((step) => ({
            key: step.from,
            time: time(step),
            cells: [formatNumber(step.attempts, locale), formatNumber(step.failed, locale), duration(step.median_ms)],
          }))}
      />
    </section>
  )
}

interface FigureProps {
  title: string
  value: string
  note?: string
  /** Of the stacked values, top first. */
  colours: readonly string[]
  bars: readonly Bar[]
  days: readonly (string | undefined)[]
}

/** A figure with its steps as bars. The table below has what they show. */
function Figure({ title, value, note, colours, bars, days }: FigureProps) {
  const highest = Math.max(...bars.map(({ values }) => values.reduce((sum, part) => sum + part, 0)), 1)
  return (
    <div className="grid min-w-0 gap-1">
      <h2 className="text-sm text-muted">{title}</h2>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="text-2xl font-semibold tabular-nums">{value}</p>
        {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      </div>
      <div aria-hidden="true" className="mt-1 flex h-14 items-end gap-px border-b border-line-strong">
        {bars.map(({ label, values }, index) => (
          <span key={index} title={label} className="flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-sunken">
            {values.map((part, place) => (
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
