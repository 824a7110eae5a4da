import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { authenticate } from "@/auth/bearer"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { createPool } from "@/platform/db/pool"
import { cachedCount } from "@/platform/db/cached-count"
import { processSingleton } from "@/platform/process-singleton"
import { consume, consumeLocally } from "@/platform/rate-limit/rate-limit"
import { TestMarketplace } from "@/testing/fixtures/marketplace"

// Caches of a process must expire in time even if the machine's clock is set back.

let database: TestDatabase
let marketplace: TestMarketplace
let pool: pg.Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  pool = processSingleton("pool", () => createPool(database.url))
})
afterAll(async () => {
  await pool.end()
  await marketplace.close()
  await database.drop()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterEach(() => void vi.useRealTimers())

function setBack(): void {
  vi.setSystemTime(Date.now() - 3_600_000)
}

test("a revoked key is rejected within a second", async () => {
  const { id, secret } = await marketplace.key(await marketplace.account())
  const refusal = async () => (await authenticate(`Bearer ${secret}`, null)).problem?.code
  expect(await refusal()).toBeUndefined()
  await marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [id])
  setBack()
  await sleep(1_000)
  expect(await refusal()).toBe("token_revoked")
})

test("a subject over its limit is allowed again when its window ends", async () => {
  const allowed = async () => (await consume("clock", 1, 3)).allowed
  expect([await allowed(), await allowed()]).toEqual([true, false])
  setBack()
  await sleep(3_100)
  expect(await allowed()).toBe(true)
})

test("a cached total is recounted, and a local window ends", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] })
  const count = vi.fn(() => Promise.resolve(1))
  const allowed = () => consumeLocally("clock", 1).allowed
  await cachedCount("clock", count)
  expect([allowed(), allowed()]).toEqual([true, false])
  setBack()
  vi.advanceTimersByTime(60_001)
  await cachedCount("clock", count)
  expect(count).toHaveBeenCalledTimes(2)
  expect(allowed()).toBe(true)
})
