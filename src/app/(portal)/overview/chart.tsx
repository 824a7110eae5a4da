"use client"

import { useLocale } from "next-intl"
import { Bar, BarChart, usePlotArea, useYAxisInverseScale } from "recharts"
import type { ChartColour, ChartStep } from "@/app/(portal)/overview/usage-chart"
import { formatNumber } from "@/i18n/format"

const COLOURS: Record<ChartColour, string> = { ok: "var(--link)", failed: "var(--danger)", time: "var(--marigold)" }
/** Few enough that their labels do not overlap on a narrow screen. */
const MAX_TICK_LABELS = 4
const TOP = 1
const GRID_LINES = [0, 0.25, 0.5, 0.75, TOP]

interface ChartProps {
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
}

/** The bars and axes of a chart, as a picture; its frame contains the text and links. */
export const Chart = ({ steps, colours, unit }: ChartProps) => (
  <div aria-hidden="true" className="h-full">
    <BarChart
      responsive
      data={steps.map(({ bars }) => ({ bars }))}
      margin={{ top: 8, right: 4, bottom: 46, left: 56 }}
      accessibilityLayer={false}
      className="size-full"
    >
      <Axes ticks={steps.map(({ tick }) => tick)} days={steps.map(({ day }) => day)} unit={unit} />
      {colours.map((colour, index) => (
        <Bar
          key={colour}
          dataKey={({ bars }: Pick<ChartStep, "bars">) => bars[index] ?? 0}
          stackId="steps"
          fill={COLOURS[colour]}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  </div>
)

/** Lines and labels around the bars: the library's own axes measure text for the layout, which costs 7 kB. */
const Axes = ({ ticks, days, unit }: { ticks: string[]; days: (string | undefined)[]; unit: string }) => {
  const locale = useLocale()
  const plot = usePlotArea()
  const valueAt = useYAxisInverseScale()
  if (!plot || !valueAt) return null
  const { x, y, width, height } = plot
  const highest = Number(Number(valueAt(y)).toPrecision(6))
  const every = Math.ceil(ticks.length / MAX_TICK_LABELS)
  return (
    <g fill="var(--muted)" fontSize={12}>
      {GRID_LINES.filter((fraction) => fraction === TOP || Number.isInteger(fraction * highest)).map((fraction) => {
        const level = y + height * (1 - fraction)
        return (
          <g key={fraction}>
            <line
              x1={x}
              x2={x + width}
              y1={level}
              y2={level}
              stroke={fraction === 0 ? "var(--line-strong)" : "var(--line)"}
            />
            <text x={x - 8} y={level} dy="0.35em" textAnchor="end">
              {formatNumber(fraction * highest, locale) + unit}
            </text>
          </g>
        )
      })}
      {ticks.map(
        (tick, index) =>
          index % every === 0 && (
            <text key={index} x={x + ((index + 0.5) * width) / ticks.length} y={y + height + 20} textAnchor="middle">
              {tick}
              {days[index] !== undefined && (
                <tspan x={x + ((index + 0.5) * width) / ticks.length} dy="1.3em">
                  {days[index]}
                </tspan>
              )}
            </text>
          ),
      )}
    </g>
  )
}
