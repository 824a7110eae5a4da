import { expect, test } from "vitest"
import { hasCachedCount, cachedCount } from "@/platform/db/cached-count"

const CACHE_MAX_ENTRIES = 5_000

test("a count in use stays cached, and the least recently used others are evicted", async () => {
  let counted = 0
  const inUse = (): Promise<number> => cachedCount("in use", () => Promise.resolve(++counted))
  for (let other = 0; other < 2 * CACHE_MAX_ENTRIES; other++) {
    if (other % 1_000 === 0) await inUse()
    await cachedCount(`other ${other}`, () => Promise.resolve(other))
  }
  expect([await inUse(), counted]).toEqual([1, 1])
  expect(hasCachedCount(`other ${2 * CACHE_MAX_ENTRIES - 1}`)).toBe(true)
  expect(hasCachedCount("other 0")).toBe(false)
})
