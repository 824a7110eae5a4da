import { expect, test } from "vitest"
import { chartLines } from "@/app/(portal)/usage/chart-lines"

test.each([
  [0, [0, 1]],
  [0.4, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 1, 2, 3, 4, 5]],
  [9, [0, 2, 4, 6, 8, 10]],
  [63, [0, 20, 40, 60, 80]],
  [100, [0, 20, 40, 60, 80, 100]],
  [101, [0, 50, 100, 150]],
  [280, [0, 100, 200, 300]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])("the lines of a chart up to %d are at round values", (highest, lines) => {
  expect(chartLines(highest)).toEqual(lines)
})
