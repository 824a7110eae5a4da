export interface ChartStep {
  tick: string
  /** The day, below the hour. */
  day?: string
  /** A text with the step's time and figures. */
  label: string
  /** The URL of its requests. */
  href: string
  /** The stacked values, bottom first; null if the step has no value, which is not 0. */
  bars: number[] | null
  /** The value in the period before, if the chart compares. */
  before?: number
}

/** The classes of bars, and of their swatches in a legend. */
export const CHART_COLOURS = {
  ok: "bg-link",
  failed: "bg-[repeating-linear-gradient(45deg,var(--danger)_0_3px,var(--surface)_3px_4px)]",
  time: "bg-marigold",
} as const

/** The layers of a bar, bottom first, for the list of the bars: one element draws them all. */
export const LAYER_CLASSES = {
  requests:
    "[&_a]:bg-[linear-gradient(var(--link),var(--link)),repeating-linear-gradient(45deg,var(--danger)_0_3px,var(--surface)_3px_4px)]",
  errors: "[&_a]:bg-[repeating-linear-gradient(45deg,var(--danger)_0_3px,var(--surface)_3px_4px)]",
  p95: "[&_a]:bg-[linear-gradient(var(--marigold),var(--marigold))]",
} as const

/** Of a step without a value. */
export const NO_VALUE_CLASS = "bg-sunken"

/** Around the plot, in pixels: the labels of its axes, below it in one or two lines. */
export function plotMargin(steps: readonly ChartStep[]): { top: number; right: number; bottom: number; left: number } {
  return {
    ...{ top: 8, right: 4, left: 48 },
    bottom: steps.some(({ day }) => day !== undefined) ? 42 : 26,
  }
}
