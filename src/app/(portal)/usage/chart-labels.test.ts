import { expect, test } from "vitest"
import { chartLabels } from "@/app/(portal)/usage/chart-labels"

/** Steps from an hour of 20 November on, of some hours each. */
function steps(from: number, count: number, hours: number): { tick: string; day?: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const hour = from + index * hours
    const day = `${20 + Math.floor(hour / 24)} Nov`
    return hours === 1 ? { tick: `${String(hour % 24).padStart(2, "0")}:00`, day } : { tick: day }
  })
}
function wordsOf(...args: Parameters<typeof chartLabels>): string[] {
  return chartLabels(...args).map(({ tick, day }) => [tick, day].filter(Boolean).join(" "))
}

test("hours have equal distances from midnight on, and a day where it begins", () => {
  expect(wordsOf(steps(17, 24, 1), 1_000)).toEqual(
    ["18:00 20 Nov", "20:00", "22:00", "00:00 21 Nov", "02:00", "04:00", "06:00", "08:00"].concat([
      "10:00",
      "12:00",
      "14:00",
      "16:00",
    ]),
  )
  expect(wordsOf(steps(17, 24, 1), 280)).toEqual(["18:00 20 Nov", "00:00 21 Nov", "06:00", "12:00"])
  expect(wordsOf(steps(8, 3, 1), 1_000)).toEqual(["08:00 20 Nov", "09:00", "10:00"])
})

test("a day has one label below the middle of its steps, unless its part is too short", () => {
  const week = chartLabels(steps(18, 28, 6), 1_120)
  expect(week.map(({ tick, x }) => [tick, x])).toEqual([
    ["20 Nov", 20],
    ...[21, 22, 23, 24, 25, 26].map((day, index) => [`${day} Nov`, 120 + index * 160]),
    ["27 Nov", 1_060],
  ])
  expect(wordsOf(steps(18, 28, 6), 480)[0]).toBe("21 Nov")
})

test("days are counted back from the last, whose label stays within the plot", () => {
  const month = chartLabels(steps(0, 30, 24), 480)
  expect(month.map(({ tick }) => tick)).toEqual(["24 Nov", "29 Nov", "34 Nov", "39 Nov", "44 Nov", "49 Nov"])
  expect(month.at(-1)).toEqual({ tick: "49 Nov", x: 480, anchor: "end" })
  expect(wordsOf(steps(0, 30, 24), 60)).toEqual(["49 Nov"])
  expect(chartLabels([], 100)).toEqual([])
})
