"use client"

import { useLocale } from "next-intl"
import { Bar, BarChart, XAxis, YAxis } from "recharts"
import type { ChartColour, ChartStep } from "@/app/(portal)/overview/usage-chart"
import { formatNumber } from "@/i18n/format"

const COLOURS: Record<ChartColour, string> = { ok: "var(--link)", failed: "var(--danger)", time: "var(--marigold)" }
const TICK = { fill: "var(--muted)", fontSize: 12 }
/** Few enough that their words do not meet on a narrow screen. */
const TICKS = 4

interface ChartDrawingProps {
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
}

/** The bars and axes of a chart: a picture, whose words and links its frame has. */
export const ChartDrawing = ({ steps, colours, unit }: ChartDrawingProps) => {
  const locale = useLocale()
  return (
    <div aria-hidden="true" className="h-full">
      <BarChart responsive data={steps} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false} className="size-full">
        <XAxis dataKey="tick" height={30} tick={TICK} tickLine={false} axisLine={{ stroke: "var(--line-strong)" }} interval={Math.ceil(steps.length / TICKS) - 1} />
        <YAxis width={44} tick={TICK} tickLine={false} axisLine={{ stroke: "var(--line)" }} tickCount={4} allowDecimals={false} tickFormatter={(value: number) => formatNumber(value, locale) + unit} />
        {colours.map((colour, place) => (
          <Bar key={colour} dataKey={({ bars }: ChartStep) => bars[place] ?? 0} stackId="steps" fill={COLOURS[colour]} isAnimationActive={false} />
        ))}
      </BarChart>
    </div>
  )
}
