import { expect, it } from "vitest"
import { type DurationCount, p95 } from "@/features/usage/p95"
import {
  DURATION_BOUNDS_MS,
  durationColumnOf,
  DURATION_COLUMNS,
  durationBucketOf,
} from "@/platform/request-log/usage-counts"

function sketched(durations: readonly number[]): DurationCount[] {
  const buckets = new Map<number, DurationCount>()
  for (const ms of durations) {
    const bucket = durationBucketOf(ms)
    const { requests, duration_ms } = buckets.get(bucket) ?? { requests: 0, duration_ms: 0 }
    buckets.set(bucket, { bucket, requests: requests + 1, duration_ms: duration_ms + ms })
  }
  return [...buckets.values()]
}
function counted(counts: Partial<Record<(typeof DURATION_BOUNDS_MS)[number] | "over", number>>): number[] {
  return [...DURATION_BOUNDS_MS, "over" as const].map((bound) => counts[bound] ?? 0)
}

it("is the response time of the 95th of 100 requests", () => {
  expect(p95(0, counted({}))).toBeNull()
  expect(p95(100, counted({ 5: 100 }))).toEqual({ ms: 4.75, at_least: false })
  expect(p95(100, counted({ 5: 90, 100: 10 }))).toEqual({ ms: 75, at_least: false })
  expect(p95(1, counted({ 10: 1 }))).toEqual({ ms: 9.75, at_least: false })
})

it("is exact up to the longest request", () => {
  expect(p95(100, counted({ 5: 90, 2500: 10 }))).toEqual({ ms: 1750, at_least: false })
  expect(p95(100, counted({ 30_000: 100 }))).toEqual({ ms: 29_000, at_least: false })
  expect(p95(100, counted({ 5: 94, over: 6 }))).toEqual({ ms: 30_000, at_least: true })
})

it("is a lower bound above a second for older rows", () => {
  expect(p95(100, counted({ 5: 94 }))).toEqual({ ms: 1000, at_least: true })
  expect(p95(100, counted({ 5: 90, 2500: 6 }))).toEqual({ ms: 1000, at_least: true })
  expect(p95(100, counted({ 5: 96, 2500: 2 }))).toEqual({ ms: 4.95, at_least: false })
})

it("is within 2 % of the log for any durations, and exact for a single request", () => {
  expect(p95(1, counted({ 50: 1 }), sketched([36]))).toEqual({ ms: 36, at_least: false })
  for (const [seed, longest] of [
    [1, 4],
    [2, 60],
    [3, 900],
    [4, 29_000],
  ] as const) {
    const durations = Array.from(
      { length: 2_000 },
      (_, n) => 0.2 + (longest * ((n * 7919 * seed) % 2_000) ** 2) / 4_000_000,
    )
    const exact = durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1] ?? 0
    const counts = DURATION_COLUMNS.map((_, place) => durations.filter((ms) => durationColumnOf(ms) === place).length)
    const { ms } = p95(durations.length, counts, sketched(durations)) ?? { ms: 0 }
    expect([longest, Math.abs(ms - exact) / exact < 0.02]).toEqual([longest, true])
  }
})

it("accepts older rows without duration buckets", () => {
  expect(p95(100, counted({ 50: 100 }), sketched([30, 30, 30, 40]))?.ms).toBe(40)
  expect(p95(100, counted({ 5: 90, 50: 10 }), sketched([30, 40]))?.ms).toBe(30)
})

it("counts every duration in one bucket", () => {
  expect([0, 5, 5.1, 1000, 1000.5, 4999, 30_000, 30_001].map((ms) => DURATION_COLUMNS[durationColumnOf(ms)])).toEqual([
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
