import { expect, it } from "vitest"
import { p95 } from "@/features/usage/p95"
import { BOUNDS, bucketOf, BUCKETS } from "@/platform/usage-counts"

const counted = (counts: Partial<Record<(typeof BOUNDS)[number] | "over", number>>): number[] =>
  [...BOUNDS, "over" as const].map((bound) => counts[bound] ?? 0)

it("lies where 95 of 100 requests have been answered", () => {
  expect(p95(0, counted({}))).toBeNull()
  expect(p95(100, counted({ 5: 100 }))).toEqual({ ms: 4.8, at_least: false })
  expect(p95(100, counted({ 5: 90, 100: 10 }))).toEqual({ ms: 75, at_least: false })
  expect(p95(1, counted({ 10: 1 }))).toEqual({ ms: 9.8, at_least: false })
})

it("tells seconds apart, up to what a request may take", () => {
  expect(p95(100, counted({ 5: 90, 2500: 10 }))).toEqual({ ms: 1750, at_least: false })
  expect(p95(100, counted({ 30_000: 100 }))).toEqual({ ms: 29_000, at_least: false })
  expect(p95(100, counted({ 5: 94, over: 6 }))).toEqual({ ms: 30_000, at_least: true })
})

it("does not guess how much longer than a second it was where rows of before did not tell", () => {
  expect(p95(100, counted({ 5: 94 }))).toEqual({ ms: 1000, at_least: true })
  expect(p95(100, counted({ 5: 90, 2500: 6 }))).toEqual({ ms: 1000, at_least: true })
  expect(p95(100, counted({ 5: 96, 2500: 2 }))).toEqual({ ms: 4.9, at_least: false })
})

it("counts every duration in one bucket", () => {
  expect([0, 5, 5.1, 1000, 1000.5, 4999, 30_000, 30_001].map((ms) => BUCKETS[bucketOf(ms)])).toEqual([
    "within_5",
    "within_5",
    "within_10",
    "within_1000",
    "within_2500",
    "within_5000",
    "within_30000",
    "over_30000",
  ])
})
