import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { drawBench } from "./draw"
import type { Results } from "./results"

test("the README's picture shows the results that are kept", () => {
  expect(drawBench(JSON.parse(readFileSync("bench/results.json", "utf8")) as Results)).toBe(
    readFileSync("docs/pictures/bench.svg", "utf8"),
  )
})
