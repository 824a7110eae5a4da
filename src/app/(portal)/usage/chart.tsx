import { useLocale } from "next-intl"
import { chartLabels } from "@/app/(portal)/usage/chart-labels"
import type { ChartStep } from "@/app/(portal)/usage/chart-step"
import { formatNumber } from "@/i18n/format"

/** A share of the plot, for CSS. */
export function percent(share: number): string {
  return `${Math.round(10_000 * share) / 100}%`
}

/** The lines behind the bars, with their values at the left edge. */
export function Grid({ lines, unit }: { lines: readonly number[]; unit: string }) {
  const locale = useLocale()
  return lines.map((value, index) => (
    <div
      key={value}
      style={{ bottom: percent(index / (lines.length - 1)) }}
      className={`absolute inset-x-0 border-t ${index === 0 ? "border-line-strong" : "border-line"}`}
    >
      <span className="absolute right-full mr-2 -translate-y-1/2 text-xs whitespace-nowrap text-muted">
        {formatNumber(value, locale) + unit}
      </span>
    </div>
  ))
}

/** Widths of the plot in pixels, for each of which the server places labels, and where the chart is as wide. */
const LABELS_FROM = [
  [200, "@md:hidden"],
  [390, "hidden @md:block @3xl:hidden"],
  [710, "hidden @3xl:block"],
] as const

/** The times below the bars. */
export function Labels({ steps }: { steps: readonly ChartStep[] }) {
  return LABELS_FROM.map(([width, className]) => (
    <div key={width} className={className}>
      {chartLabels(steps, width).map(({ x, anchor, tick, day }) => (
        <span
          key={x}
          style={anchor === "end" ? { right: 0 } : { left: percent(x / width) }}
          className={`absolute top-full mt-1.5 text-xs whitespace-nowrap text-muted ${anchor === "end" ? "text-right" : "-translate-x-1/2 text-center"}`}
        >
          {tick}
          {day !== undefined && <span className="block">{day}</span>}
        </span>
      ))}
    </div>
  ))
}

/** The line of the period before. */
export function LineBefore({ steps, highest }: { steps: readonly ChartStep[]; highest: number }) {
  if (steps.every(({ before }) => before === undefined)) return null
  const level = (value: number): number => Math.round(1_000 * (1 - value / highest))
  return (
    <svg
      viewBox={`0 0 ${steps.length} 1000`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full overflow-visible opacity-65"
    >
      <path
        d={steps.map(({ before = 0 }, index) => `${index === 0 ? "M" : "L"}${index} ${level(before)}h1`).join("")}
        fill="none"
        stroke="var(--ink)"
        strokeWidth={1.5}
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
