import { expect, test } from "vitest"
import { parseDuration } from "@/domain/duration"

test.each([
  ["P3D", 259_200],
  ["P1W", 604_800],
  ["P1W2D", 777_600],
  ["PT2H30M", 9_000],
  ["PT45S", 45],
  ["P1DT12H", 129_600],
  ["PT0S", 0],
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each(["", "P", "PT", "P1DT", "P1Y", "P1M", "3D", "P-3D", "P3d", "P1.5D", "PT1H1D", " P3D", "P9999999999D"])(
  "%j is not a duration",
  (text) => {
    expect(parseDuration(text)).toBeNull()
  },
)
