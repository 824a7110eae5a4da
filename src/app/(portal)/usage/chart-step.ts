export interface ChartStep {
  tick: string
  /** The day, below the hour. */
  day?: string
  /** A text with the step's time and figures. */
  label: string
  /** The URL of its requests. */
  href: string
  /** The stacked values, bottom first. */
  bars: number[]
  /** The value in the period before, if the chart compares. */
  before?: number
}

export type ChartColour = "ok" | "failed" | "time"

/** Around the plot, in pixels: the labels of its axes, below it in one or two lines. */
export function plotMargin(steps: readonly ChartStep[]): { top: number; right: number; bottom: number; left: number } {
  return {
    ...{ top: 8, right: 4, left: 48 },
    bottom: steps.some(({ day }) => day !== undefined) ? 42 : 26,
  }
}
