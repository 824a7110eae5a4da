import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { renderChart } from "./chart"
import type { Results } from "./results"

test("docs/pictures/bench.svg shows the committed results", () => {
  expect(renderChart(JSON.parse(readFileSync("bench/results.json", "utf8")) as Results)).toBe(
    readFileSync("docs/pictures/bench.svg", "utf8"),
  )
})
