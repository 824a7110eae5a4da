import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { TestMarketplace } from "@/testing/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/commands/test-database"
import { gatePool, makePool } from "@/platform/db"
import { metricsAnswer } from "@/platform/metrics"
import { once } from "@/platform/once"

const TOKEN = vi.hoisted(() => (process.env.METRICS_TOKEN = "a-token-of-the-operators"))

let database: TestDatabase
let marketplace: TestMarketplace

beforeAll(async () => {
  database = await emptyTestDatabase()
  once("pool", () => makePool(database.url))
  marketplace = new TestMarketplace(database.url)
})
afterAll(async () => {
  await once("pool", () => makePool(database.url)).end()
  await marketplace.close()
  await database.drop()
})

const queue = async (): Promise<Record<string, number>> => {
  const { body } = await metricsAnswer(`Bearer ${TOKEN}`)
  return Object.fromEntries([...body.matchAll(/^haat_jobs(?:\{state="(\w+)"\}|_oldest_seconds) (\S+)$/gm)].map(([, state, value]) => [state ?? "oldest", Math.floor(Number(value))]))
}

test("a job that somebody works on is no backlog, however long that takes, nor a failed one on its last attempt", async () => {
  await marketplace.rows("SELECT FROM graphile_worker.add_job('any', run_at := now() - interval '10 minutes', max_attempts := 1)")
  const backlog = await queue()
  expect(backlog).toEqual({ ready: 1, running: 0, waiting: 0, failed: 0, oldest: expect.any(Number) as number })
  expect(backlog.oldest).toBeGreaterThanOrEqual(600)
  expect(backlog.oldest).toBeLessThan(660)
  await marketplace.rows("UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'somebody'")
  expect(await queue()).toEqual({ ready: 0, running: 1, waiting: 0, failed: 0, oldest: 0 })
  await marketplace.rows("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL")
  expect(await queue()).toEqual({ ready: 0, running: 0, waiting: 0, failed: 1, oldest: 0 })
})

test("each pool's connections are told apart", async () => {
  await gatePool().query("SELECT")
  const { body } = await metricsAnswer(`Bearer ${TOKEN}`)
  for (const line of ['haat_database_connections{pool="gate",state="idle"} 1', 'haat_database_connections{pool="main",state="busy"} 0', 'haat_database_waiting{pool="main"} 0', 'haat_database_waiting{pool="gate"} 0'])
    expect(body.split("\n")).toContain(line)
  await gatePool().end()
})
