import { expect, it } from "vitest"
import { p95, SLOWEST_MS } from "@/features/usage/p95"

it("lies where 95 of 100 requests have been answered", () => {
  expect(p95(0, [0, 0, 0, 0, 0, 0, 0, 0])).toBeNull()
  expect(p95(100, [100, 0, 0, 0, 0, 0, 0, 0])).toBe(4.8)
  expect(p95(100, [90, 0, 0, 0, 10, 0, 0, 0])).toBe(75)
  expect(p95(1, [0, 1, 0, 0, 0, 0, 0, 0])).toBe(9.8)
  expect(p95(100, [94, 0, 0, 0, 0, 0, 0, 0])).toBe(SLOWEST_MS)
})
