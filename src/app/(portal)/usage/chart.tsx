"use client"

import { useLocale } from "next-intl"
import { useId } from "react"
import { Bar, BarChart, usePlotArea, useYAxisInverseScale } from "recharts"
import { chartLabels } from "@/app/(portal)/usage/chart-labels"
import { type ChartColour, type ChartStep, plotMargin } from "@/app/(portal)/usage/chart-step"
import { formatNumber } from "@/i18n/format"

const COLOURS: Record<Exclude<ChartColour, "failed">, string> = { ok: "var(--link)", time: "var(--marigold)" }
const TOP = 1
const GRID_LINES = [0, 0.25, 0.5, 0.75, TOP]

interface ChartProps {
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
}

/** The bars and axes of a chart, as a picture; its frame contains the text and links. */
export function Chart({ steps, colours, unit }: ChartProps) {
  const stripes = useId()
  return (
    <div aria-hidden="true" className="h-full">
      <BarChart
        responsive
        data={steps.map(({ bars, before }) => ({ bars, before }))}
        margin={plotMargin(steps)}
        accessibilityLayer={false}
        className="size-full"
      >
        <defs>
          <pattern id={stripes} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--danger)" />
            <rect width="1.5" height="5" fill="var(--surface)" />
          </pattern>
        </defs>
        <Grid unit={unit} />
        {colours.map((colour, index) => (
          <Bar
            key={colour}
            dataKey={({ bars }: Pick<ChartStep, "bars">) => bars[index] ?? 0}
            stackId="steps"
            fill={colour === "failed" ? `url(#${stripes})` : COLOURS[colour]}
            isAnimationActive={false}
          />
        ))}
        {/* Without a colour: it makes room for the line of the period before. */}
        <Bar
          dataKey={({ bars, before = 0 }: Pick<ChartStep, "bars" | "before">) =>
            Math.max(0, before - bars.reduce((sum, bar) => sum + bar, 0))
          }
          stackId="steps"
          fill="none"
          isAnimationActive={false}
        />
        <Labels steps={steps} />
      </BarChart>
    </div>
  )
}

function useHighest(): number | null {
  const plot = usePlotArea()
  const valueAt = useYAxisInverseScale()
  return plot && valueAt ? Number(Number(valueAt(plot.y)).toPrecision(6)) : null
}

/** Lines and labels around the bars: the library's own axes measure text for the layout, which costs 7 kB. */
function Grid({ unit }: { unit: string }) {
  const locale = useLocale()
  const plot = usePlotArea()
  const highest = useHighest()
  if (!plot || highest === null) return null
  const { x, y, width, height } = plot
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
    </g>
  )
}

/** The times below the bars, and the line of the period before. */
function Labels({ steps }: { steps: ChartStep[] }) {
  const plot = usePlotArea()
  const highest = useHighest()
  if (!plot || highest === null) return null
  const { x, y, width, height } = plot
  const slot = width / steps.length
  const level = (value: number): number => y + height * (1 - value / highest)
  return (
    <g fill="var(--muted)" fontSize={12}>
      {chartLabels(steps, width).map(({ x: fromLeft, anchor, tick, day }) => (
        <text key={fromLeft} x={x + fromLeft} y={y + height + 18} textAnchor={anchor}>
          {tick}
          {day !== undefined && (
            <tspan x={x + fromLeft} dy="1.25em">
              {day}
            </tspan>
          )}
        </text>
      ))}
      {steps.some(({ before }) => before !== undefined) && (
        <path
          d={steps
            .map(({ before = 0 }, index) => `${index === 0 ? "M" : "L"}${x + index * slot} ${level(before)}h${slot}`)
            .join("")}
          fill="none"
          stroke="var(--ink)"
          strokeWidth={1.5}
          strokeDasharray="4 3"
          opacity={0.65}
        />
      )}
    </g>
  )
}
