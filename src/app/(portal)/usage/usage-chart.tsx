"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useRef, useState } from "react"
import { type ChartColour, type ChartStep, plotMargin } from "@/app/(portal)/usage/chart-step"
import { useClientValue } from "@/ui/use-client-value"

interface UsageChartProps {
  label: string
  hint: string
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
  /** Whether it is one of several in a row. */
  small?: boolean
}

// The chart library is large and used only here.
const Chart = lazy(async () => ({
  default: (await import("@/app/(portal)/usage/chart")).Chart,
}))

/** Whether the page is hydrated: a drawing that depends on its size needs a browser. */
function useIsHydrated(): boolean {
  return useClientValue(() => true, false)
}

const KEY_TARGETS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * A chart with a link over each bar: hovered or reached by the arrow keys, a bar shows its figures; followed, it opens
 * its requests. Only one of the links is in the Tab order.
 */
export function UsageChart({ label, hint, steps, colours, unit, small = false }: UsageChartProps) {
  const router = useRouter()
  const isHydrated = useIsHydrated()
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [focusedIndex, setFocusedIndex] = useState(steps.length - 1)

  const margin = plotMargin(steps)

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
    <div className="grid">
      <div className={`relative ${small ? "h-40" : "h-52"}`}>
        {isHydrated && (
          <Suspense>
            <Chart steps={steps} colours={colours} unit={unit} />
          </Suspense>
        )}
        <ul
          ref={list}
          aria-label={label}
          aria-description={hint}
          onKeyDown={onKeyDown}
          onMouseLeave={() => setShown(null)}
          style={margin}
          className="absolute grid auto-cols-fr grid-flow-col"
        >
          {steps.map(({ label: step, href }, index) => (
            <li key={index} className="grid">
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
                className="rounded-xs hover:bg-ink/10 focus-visible:bg-ink/10 focus-visible:outline-offset-0"
              />
            </li>
          ))}
        </ul>
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
