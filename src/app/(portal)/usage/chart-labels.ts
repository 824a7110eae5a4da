import type { ChartStep } from "@/app/(portal)/usage/chart-step"

interface ChartLabel {
  /** From the left edge of the plot, in pixels. */
  x: number
  anchor: "middle" | "end"
  tick: string
  /** The day, where it differs from that of the label before. */
  day?: string
}

/** The least distance between the middles of two labels, in pixels. */
const MIN_DISTANCE = 64
const HALF_WIDTH = 22
/** Each divides a day, so that midnight has a label. */
const STRIDES_OF_HOURS = [1, 2, 3, 4, 6, 12, 24]
const STRIDES_OF_DAYS = [1, 2, 3, 5, 7, 10, 15, 30]

/** Successive steps with the same label. */
interface Group {
  tick: string
  day: string | undefined
  /** Of its middle. */
  x: number
  width: number
}

function groupsOf(steps: readonly Pick<ChartStep, "tick" | "day">[], slot: number): Group[] {
  const groups: Group[] = []
  for (const [index, { tick, day }] of steps.entries()) {
    const last = groups.at(-1)
    if (last && last.tick === tick && last.day === day) {
      last.width += slot
      last.x += slot / 2
    } else groups.push({ tick, day, x: (index + 0.5) * slot, width: slot })
  }
  return groups
}

/** Places the labels below a plot at equal distances: hours from midnight on, or days back from the last. */
export function chartLabels(steps: readonly Pick<ChartStep, "tick" | "day">[], plotWidth: number): ChartLabel[] {
  const groups = groupsOf(steps, plotWidth / Math.max(1, steps.length))
  const widest = Math.max(...groups.map(({ width }) => width))
  const hourly = groups.some(({ day }) => day !== undefined)
  const stride =
    (hourly ? STRIDES_OF_HOURS : STRIDES_OF_DAYS).find((each) => each * widest >= MIN_DISTANCE) ?? groups.length
  const midnight = groups.findIndex(({ day }, index) => index > 0 && day !== groups[index - 1]?.day)
  const origin = hourly ? Math.max(0, midnight) : groups.length - 1
  const shown: Group[] = []
  // From the end, because a first day may be too short for its label.
  for (const [index, group] of [...groups.entries()].reverse()) {
    const next = shown[0]
    if ((index - origin) % stride === 0 && (!next || next.x - group.x >= MIN_DISTANCE * 0.75)) shown.unshift(group)
  }
  return shown.map(({ tick, day, x }, index) => ({
    ...(x + HALF_WIDTH > plotWidth ? { x: plotWidth, anchor: "end" } : { x, anchor: "middle" }),
    tick,
    ...(day !== undefined && day !== shown[index - 1]?.day && { day }),
  }))
}
