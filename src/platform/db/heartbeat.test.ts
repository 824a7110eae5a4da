import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { isUnreachable } from "@/platform/db/errors"
import { createPool } from "@/platform/db/pool"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"

let database: TestDatabase
let relay: DatabaseProxy
let pool: pg.Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  relay = new DatabaseProxy(database.url)
  await relay.listen()
  pool = processSingleton("pool", () => createPool(relay.url))
})
afterAll(async () => {
  await pool.end()
  await relay.disconnect()
  await database.drop()
})

function slow(seconds: number): Promise<object[]> {
  return query("SELECT pg_sleep($1)", [seconds])
}
function howItEnded(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "done",
    (error: unknown) => (isUnreachable(error) ? "unreachable" : error),
  )
}

test("a slow statement is not aborted while the database responds", async () => {
  expect(await howItEnded(slow(8))).toBe("done")
})

test("statements fail within 5 s of a silent database outage, and succeed within 5 s of its end", async () => {
  await Promise.all(Array.from({ length: 8 }, () => slow(0.1)))
  expect(pool.totalCount).toBeGreaterThanOrEqual(8)
  relay.blackhole()
  const startedAt = activeTimeMs()
  expect(
    await Promise.all(
      [slow(0), transaction((tx) => query("SELECT", [], tx)), ...Array.from({ length: 4 }, () => slow(0))].map(
        howItEnded,
      ),
    ),
  ).toEqual(Array(6).fill("unreachable"))
  expect(activeTimeMs() - startedAt).toBeLessThan(5_000)
  await expect.poll(() => pool.totalCount).toBe(0)
  // They wait for a connection when the database comes back.
  const waiting = Array.from({ length: 20 }, () => howItEnded(slow(0)))
  await sleep(1_000)
  relay.stopBlackhole()
  const admitted = activeTimeMs()
  while ((await howItEnded(slow(0))) !== "done") await sleep(50)
  expect(activeTimeMs() - admitted).toBeLessThan(5_000)
  await Promise.all(waiting)
})

test("idle connections broken by a short outage delay statements by less than 5 s", async () => {
  await Promise.all(Array.from({ length: 8 }, () => slow(0.1)))
  relay.blackhole()
  relay.stopBlackhole()
  const held = activeTimeMs()
  while ((await howItEnded(slow(0))) !== "done") await sleep(50)
  expect(activeTimeMs() - held).toBeLessThan(5_000)
})
