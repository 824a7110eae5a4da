import type { Deliveries } from "./deliveries"
import { type Measured, median } from "./measure"
import type { BenchCase } from "./paths"
import type { View } from "./portal"

export type Server = "baseline" | "bare" | "fast" | "next" | "constant"
export type Runs = Partial<Record<Server, Measured[]>>

export interface Row extends Pick<BenchCase, "goal" | "growth" | "rateWhenLarge" | "against"> {
  path: string
  /** At the usual size; empty if only the large catalogue has the path. */
  runs: Runs
  /** On the large catalogue. */
  large?: Runs
}

export interface Results {
  at: string
  products: number
  largeProducts: number | null
  connections: number
  cores: number
  node: string
  rows: Row[]
  views: View[]
  deliveries: Deliveries | null
}

/** Requests per second, the median of the rounds; null if it was not run. */
export function rateOf(runs: Measured[] | undefined): number | null {
  return runs && runs.length > 0 ? median(runs.map(({ rate }) => rate)) : null
}

function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b
}

/** A lane's rate relative to the baseline, or to the path's other comparison. */
export function ratioOf({ runs, against }: Row, lane: "fast" | "next"): number | null {
  return ratio(rateOf(runs[lane]), rateOf(runs[against ?? "baseline"]))
}

/** The worker's rate relative to a plain loop. */
export function deliveriesRatio({ worker, baseline }: Deliveries): number {
  return median(worker) / median(baseline)
}

/** The Next lane's rate relative to a constant Next route. */
export function ratioToConstant({ runs }: Row): number | null {
  return ratio(rateOf(runs.next), rateOf(runs.constant))
}

/** The rate on the large catalogue relative to the small one. */
export function growthOf({ runs, large }: Row, server: Server): number | null {
  return ratio(rateOf(large?.[server]), rateOf(runs[server]))
}

/** The goal of every path of the Next lane, relative to a constant route (docs/performance.md). */
const NEXT_GOAL = 0.5

function formatNumber(value: number | null, digits = 0): string {
  return value === null ? "" : value.toFixed(digits)
}
function goalCell(value: number | null, goal: number | null | undefined, digits: number): string {
  return value === null || goal == null ? "" : `${goal.toFixed(digits)} ${value >= goal ? "met" : "missed"}`
}
function latency(runs: Measured[] | undefined): string {
  return runs && runs.length > 0
    ? `${formatNumber(median(runs.map(({ p50 }) => p50)), 1)} / ${formatNumber(median(runs.map(({ p99 }) => p99)), 1)}`
    : ""
}

/** The table that a run prints. */
export function tableOf({ rows, views, deliveries, products, largeProducts, connections, cores }: Results): string {
  const large = largeProducts !== null
  const head = [
    "path",
    "baseline, requests/s",
    "fast lane",
    "p50 / p99 ms",
    "ratio",
    "goal",
    "Next lane",
    "of a constant route",
    "goal",
    ...(large
      ? [
          `fast lane at ${largeProducts.toLocaleString("en")}`,
          "growth",
          "goal",
          "growth, baseline",
          "growth, Next lane",
        ]
      : []),
  ]
  const lines = rows.map((row) => {
    const { runs, against } = row
    const [ratio, growth, whenLarge] = [ratioOf(row, "fast"), growthOf(row, "fast"), rateOf(row.large?.fast)]
    const cells = [
      row.path,
      formatNumber(rateOf(runs[against ?? "baseline"])),
      formatNumber(rateOf(runs.fast)),
      latency(runs.fast),
      formatNumber(ratio, 2),
      goalCell(ratio, row.goal, 2),
      formatNumber(rateOf(runs.next)),
      formatNumber(ratioToConstant(row), 2),
      goalCell(ratioToConstant(row), NEXT_GOAL, 1),
    ]
    const growthCells = [
      formatNumber(whenLarge),
      formatNumber(growth, 2),
      row.rateWhenLarge === undefined ? goalCell(growth, row.growth, 1) : goalCell(whenLarge, row.rateWhenLarge, 0),
      formatNumber(growthOf(row, "baseline"), 2),
      formatNumber(growthOf(row, "next"), 2),
    ]
    return `| ${[...cells, ...(large ? growthCells : [])].join(" | ")} |`
  })
  const portal = views.map(
    ({ view, goal, p50, p99 }) =>
      `| ${view} | ${p50.toFixed(0)} / ${p99.toFixed(0)} | ${goal} ms ${p50 <= goal ? "met" : "missed"} |`,
  )
  if (portal.length > 0) portal.unshift("", "| a busy account's portal | p50 / p99 ms | goal |", "|---|---|---|")
  return [
    `| ${head.join(" | ")} |`,
    `|${head.map(() => "---").join("|")}|`,
    ...lines,
    "",
    `${connections} connections, ${products.toLocaleString("en")} products, ${cores} cores for client, servers and database together.`,
    ...portal,
    ...(deliveries
      ? [
          "",
          `Webhook deliveries, attempts recorded: ${formatNumber(median(deliveries.worker))}/s by one worker, ${formatNumber(median(deliveries.baseline))}/s by a plain loop, ratio ${formatNumber(deliveriesRatio(deliveries), 2)}, goal ${goalCell(deliveriesRatio(deliveries), deliveries.goal, 1)}.`,
        ]
      : []),
  ].join("\n")
}
