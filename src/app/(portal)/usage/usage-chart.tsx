"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react"
import { Grid, Labels, LineBefore, percent } from "@/app/(portal)/usage/chart"
import { chartLines } from "@/app/(portal)/usage/chart-lines"
import { type ChartStep, LAYER_CLASSES, NO_VALUE_CLASS, plotMargin } from "@/app/(portal)/usage/chart-step"

interface UsageChartProps {
  label: string
  hint: string
  steps: ChartStep[]
  values: keyof typeof LAYER_CLASSES
  unit: string
  /** Whether it is one of several in a row. */
  small?: boolean
}

const KEY_TARGETS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

function total(values: readonly number[] | null): number {
  return (values ?? []).reduce((sum, value) => sum + value, 0)
}

/**
 * A chart whose bars are links: hovered or reached by the arrow keys, a bar shows its figures; followed, it opens its
 * requests. Only one of the links is in the Tab order. It needs no scripts to be drawn.
 */
export function UsageChart({ label, hint, steps, values, unit, small = false }: UsageChartProps) {
  const router = useRouter()
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [focusedIndex, setFocusedIndex] = useState(steps.length - 1)

  const margin = plotMargin(steps)
  const lines = chartLines(Math.max(...steps.map(({ bars, before = 0 }) => Math.max(total(bars), before))))
  const highest = Math.max(...lines)
  /** The heights of a bar's layers, each of which covers the next: one element draws them all. */
  const layerSizes = (bars: readonly number[]): string =>
    bars.map((_, index) => `84% ${percent(total(bars.slice(0, index + 1)) / highest)}`).join()

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = KEY_TARGETS[event.key]?.(focusedIndex, steps.length - 1)
    if (to === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(steps.length - 1, to))
    setFocusedIndex(next)
    list.current?.querySelectorAll("a")[next]?.focus()
  }
  const follow = (event: MouseEvent, href: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.push(href)
  }

  return (
    <div className="@container">
      <div className={`relative ${small ? "h-40" : "h-52"}`}>
        <div aria-hidden="true" style={margin} className="absolute">
          <Grid lines={lines} unit={unit} />
          <Labels steps={steps} />
        </div>
        <ul
          ref={list}
          aria-label={label}
          aria-description={hint}
          onKeyDown={onKeyDown}
          onMouseLeave={() => setShown(null)}
          style={margin}
          className={`absolute grid auto-cols-fr grid-flow-col *:grid [&_a]:rounded-xs [&_a]:bg-bottom [&_a]:bg-no-repeat [&_a]:hover:bg-ink/10 [&_a]:focus-visible:bg-ink/10 [&_a]:focus-visible:outline-offset-0 ${LAYER_CLASSES[values]}`}
        >
          {steps.map(({ label: step, href, bars }, index) => (
            <li key={index} className={bars === null ? NO_VALUE_CLASS : undefined}>
              <a
                href={href}
                tabIndex={index === focusedIndex ? 0 : -1}
                aria-label={step}
                onClick={(event) => follow(event, href)}
                onMouseEnter={() => setShown(index)}
                onFocus={() => {
                  setShown(index)
                  setFocusedIndex(index)
                }}
                onBlur={() => setShown(null)}
                style={{ backgroundSize: bars ? layerSizes(bars) : "0" }}
              />
            </li>
          ))}
        </ul>
        <div aria-hidden="true" style={margin} className="pointer-events-none absolute">
          <LineBefore steps={steps} highest={highest} />
        </div>
        {shown !== null && (
          <Tooltip margin={margin} position={(shown + 0.5) / steps.length} text={steps[shown]?.label ?? ""} />
        )}
      </div>
    </div>
  )
}

/** The figures of a bar, above it: to its right in the left half of the chart, and to its left in the right half. */
function Tooltip({
  margin,
  position,
  text,
}: {
  margin: ReturnType<typeof plotMargin>
  position: number
  text: string
}) {
  return (
    <div aria-hidden="true" style={{ ...margin, bottom: "auto" }} className="pointer-events-none absolute z-10 h-0">
      <p
        style={position < 0.5 ? { left: `${100 * position}%` } : { right: `${100 * (1 - position)}%` }}
        className="absolute top-0 mx-2 w-max max-w-48 rounded-lg border border-line-strong bg-surface px-3 py-2 text-xs text-ink shadow-card"
      >
        {text}
      </p>
    </div>
  )
}
