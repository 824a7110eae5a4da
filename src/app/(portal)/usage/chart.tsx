"use client"

import { useLocale } from "next-intl"
import { useId } from "react"
import { Bar, BarChart, usePlotArea } from "recharts"
import { chartLabels } from "@/app/(portal)/usage/chart-labels"
import { chartLines } from "@/app/(portal)/usage/chart-lines"
import { type ChartColour, type ChartStep, plotMargin } from "@/app/(portal)/usage/chart-step"
import { formatNumber } from "@/i18n/format"

const COLOURS: Record<Exclude<ChartColour, "failed">, string> = { ok: "var(--link)", time: "var(--marigold)" }
/**
 * What every stack adds up to, with its invisible part. The library would otherwise choose the highest value, in steps
 * such as 70. Its shares are whole numbers, whose sums are exact.
 */
const FULL = 10_000

interface ChartProps {
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
}

/** The bars and axes of a chart, as a picture; its frame contains the text and links. */
export function Chart({ steps, colours, unit }: ChartProps) {
  const stripes = useId()
  const lines = chartLines(Math.max(...steps.map(({ bars, before = 0 }) => Math.max(total(bars), before))))
  const highest = Math.max(...lines)
  const stacks = steps.map(({ bars }) => bars.map((bar) => Math.floor((FULL * bar) / highest)))
  return (
    <div aria-hidden="true" className="h-full">
      <BarChart responsive data={stacks} margin={plotMargin(steps)} accessibilityLayer={false} className="size-full">
        <defs>
          <pattern id={stripes} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--danger)" />
            <rect width="1.5" height="5" fill="var(--surface)" />
          </pattern>
        </defs>
        <Grid lines={lines} unit={unit} />
        {colours.map((colour, index) => (
          <Bar
            key={colour}
            dataKey={(stack: number[]) => stack[index] ?? 0}
            stackId="steps"
            fill={colour === "failed" ? `url(#${stripes})` : COLOURS[colour]}
            isAnimationActive={false}
          />
        ))}
        <Bar dataKey={(stack: number[]) => FULL - total(stack)} stackId="steps" fill="none" isAnimationActive={false} />
        <Labels steps={steps} highest={highest} />
      </BarChart>
    </div>
  )
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Lines and labels around the bars: the library's own axes measure text for the layout, which costs 7 kB. */
function Grid({ lines, unit }: { lines: number[]; unit: string }) {
  const locale = useLocale()
  const plot = usePlotArea()
  if (!plot) return null
  const { x, y, width, height } = plot
  return (
    <g fill="var(--muted)" fontSize={12}>
      {lines.map((value, index) => {
        const level = y + height * (1 - index / (lines.length - 1))
        return (
          <g key={value}>
            <line
              x1={x}
              x2={x + width}
              y1={level}
              y2={level}
              stroke={value === 0 ? "var(--line-strong)" : "var(--line)"}
            />
            <text x={x - 8} y={level} dy="0.35em" textAnchor="end">
              {formatNumber(value, locale) + unit}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The times below the bars, and the line of the period before. */
function Labels({ steps, highest }: { steps: ChartStep[]; highest: number }) {
  const plot = usePlotArea()
  if (!plot) return null
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
