import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type * as RateLimit from "@/platform/rate-limit/rate-limit"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

/** More than a process remembers of either. */
const MANY = 11_000

describe("an exhausted limit in use is not evicted by other subjects", () => {
  let database: TestDatabase
  let limits: typeof RateLimit

  beforeAll(async () => {
    database = await emptyTestDatabase()
    // Modules imported from here on read this variable.
    vi.stubEnv("DATABASE_URL", database.url)
    limits = await import("@/platform/rate-limit/rate-limit")
  })
  afterAll(async () => {
    const { closePool } = await import("@/platform/db/pool")
    await closePool()
    await database.drop()
  })

  test("a cached refusal in use is kept", async () => {
    const remembered = (): boolean => limits.cachedRefusal("in use", 1) !== null
    await limits.consume("in use", 1)
    expect((await limits.consume("in use", 1)).allowed).toBe(false)
    for (let other = 0; other < MANY; other += 1_000) {
      expect(remembered()).toBe(true)
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => limits.consume(`other ${other + index}`, 0)))
    }
    expect(remembered()).toBe(true)
    expect(limits.cachedRefusal("other 0", 0)).toBeNull()
  })

  test("a local count in use is kept", () => {
    for (let request = 0; request < 3; request++) limits.consumeLocally("in use", 3)
    for (let other = 0; other < MANY; other++) {
      if (other % 1_000 === 0) expect(limits.consumeLocally("in use", 3).allowed).toBe(false)
      limits.consumeLocally(`other ${other}`, 3)
    }
    expect(limits.consumeLocally("in use", 3).allowed).toBe(false)
  })
})
