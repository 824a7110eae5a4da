import { expect, test } from "vitest"
import { percentileIntervals } from "@/features/usage/percentile-intervals"

/** The lengths of the intervals in steps. */
function lengths(requests: readonly number[]): number[] {
  const edges = percentileIntervals(
    Array.from({ length: requests.length + 1 }, (_, hour) => new Date(hour * 3_600_000)),
    requests,
  ).map((edge) => edge.getTime() / 3_600_000)
  return edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
}

function repeat<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}

test("steps with enough requests stay apart", () => {
  expect(lengths(repeat(24, 20))).toEqual(repeat(24, 1))
  expect(lengths([...repeat(23, 1), 100])).toEqual(repeat(24, 1))
})

test("steps with few requests are joined until most requests have a percentile", () => {
  expect(lengths(repeat(24, 19))).toEqual(repeat(12, 2))
  expect(lengths(repeat(24, 4))).toEqual([6, 6, 6, 6])
  expect(lengths([...repeat(12, 0), ...repeat(12, 8)])).toEqual(repeat(8, 3))
})

test("steps are not joined where no length is enough, or nothing was requested", () => {
  expect(lengths(repeat(24, 3))).toEqual(repeat(24, 1))
  expect(lengths(repeat(24, 0))).toEqual(repeat(24, 1))
  expect(lengths(repeat(23, 19))).toEqual(repeat(23, 1))
})
