"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useRef, useState, useSyncExternalStore } from "react"

export interface ChartStep {
  tick: string
  /** A text with the step's time and figures. */
  words: string
  /** The URL of its requests. */
  href: string
  /** The stacked values, bottom first. */
  bars: number[]
}

export type ChartColour = "ok" | "failed" | "time"

interface UsageChartProps {
  label: string
  hint: string
  steps: ChartStep[]
  colours: ChartColour[]
  unit: string
}

// The chart library is large and used only here.
const Chart = lazy(async () => ({
  default: (await import("@/app/(portal)/overview/chart")).Chart,
}))

const subscribeToNothing = (): (() => void) => () => undefined
/** Whether the page is hydrated: a drawing that depends on its size needs a browser. */
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

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
export const UsageChart = ({ label, hint, steps, colours, unit }: UsageChartProps) => {
  const router = useRouter()
  const isHydrated = useIsHydrated()
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [focusedIndex, setFocusedIndex] = useState(steps.length - 1)

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
    <div className="grid gap-2">
      <p className="min-h-[2lh] text-sm text-muted" aria-hidden="true">
        {shown === null ? hint : steps[shown]?.words}
      </p>
      <div className="relative h-44">
        {isHydrated && (
          <Suspense>
            <Chart steps={steps} colours={colours} unit={unit} />
          </Suspense>
        )}
        <ul
          ref={list}
          aria-label={label}
          onKeyDown={onKeyDown}
          onMouseLeave={() => setShown(null)}
          className="absolute top-2 right-1 bottom-[30px] left-[56px] grid auto-cols-fr grid-flow-col"
        >
          {steps.map(({ words, href }, index) => (
            <li key={index} className="grid">
              <a
                href={href}
                tabIndex={index === focusedIndex ? 0 : -1}
                aria-label={words}
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
      </div>
    </div>
  )
}
