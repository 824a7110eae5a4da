import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { batchedRead } from "@/platform/db/batched-read"
import { createPool, PoolExhausted } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"
import { consume } from "@/platform/rate-limit/rate-limit"
import { createBatcher } from "@/platform/concurrency/batcher"

const QUEUE = vi.hoisted(() => Number((process.env.POOL_QUEUE = "20")))

let database: TestDatabase
let pool: pg.Pool
let holder: pg.Client

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = processSingleton("pool", () => createPool(database.url))
  holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query("CREATE TABLE fruit (name text PRIMARY KEY); INSERT INTO fruit VALUES ('aam')")
})
afterAll(async () => {
  await holder.end()
  await pool.end()
  await database.drop()
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
const read = batchedRead<string, { name: string }>(
  "SELECT ordinal::int, name FROM unnest($1::text[]) WITH ORDINALITY AS requested (name, ordinal) JOIN fruit USING (name)",
)
const rows: [string, string, (index: number) => Promise<unknown>][] = [
  ["fruit", "rows", () => read("aam")],
  ["rate_limit", "rate limits", (index) => consume(`subject ${index}`, 1_000)],
]

test.each(rows)(
  "while %s is locked, requests for %s beyond the queue limit are rejected, and queued ones wait for the lock",
  async (table, _, request) => {
    await request(0)
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const first = request(0)
    await turn()
    const waiting = Array.from({ length: QUEUE }, (_, index) => request(index))
    const late = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => request(index)))
    expect(late.map(({ status }) => status)).toEqual(Array(100).fill("rejected"))
    await expect(request(0)).rejects.toBeInstanceOf(PoolExhausted)
    await holder.query("COMMIT")
    await expect(Promise.all([first, ...waiting])).resolves.toHaveLength(QUEUE + 1)
  },
)

test("each of the requests that share a statement gets the row of its key, or null", async () => {
  const [first, unknown, last] = await Promise.all([read("aam"), read("seb"), read("aam")])
  expect([first?.name, unknown, last?.name]).toEqual(["aam", null, "aam"])
})

test.each(rows)("all requests of one event loop turn share a batch (%s)", async (_table, _what, request) => {
  await expect(Promise.all(Array.from({ length: 10 * QUEUE }, (_, index) => request(index)))).resolves.toHaveLength(
    10 * QUEUE,
  )
})

// Each batch has room for one request, so the last would wait for all before it.
test.each([
  ["succeed", 3_000, null, 2],
  ["fail", 1_500, Object.assign(new Error("silent"), { code: "ETIMEDOUT" }), 1],
])(
  "a queued request is rejected instead of waiting for all earlier batches when they %s slowly",
  async (_, takesMs, fails, batches) => {
    let served = 0
    const request = createBatcher<{ resolve: () => void; reject: (error: unknown) => void }>(async (requested) => {
      served++
      await sleep(takesMs)
      if (fails) throw fails
      for (const { resolve } of requested) resolve()
    }, 1)
    const outcomes = await Promise.allSettled(
      Array.from({ length: QUEUE }, () => new Promise<void>((resolve, reject) => request({ resolve, reject }))),
    )
    expect(served).toBe(batches)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(fails ? 0 : batches)
  },
)

test("a rate limit is counted while every connection of the main pool is in use", async () => {
  const taken = await Promise.all(Array.from({ length: env.poolSize }, () => pool.connect()))
  await expect(consume("gate", 1)).resolves.toMatchObject({ allowed: true })
  for (const client of taken) client.release()
})
