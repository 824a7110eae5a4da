import { setTimeout as sleep } from "node:timers/promises"
import { inspect } from "node:util"
import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { createPool } from "@/platform/db/pool"
import { log } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { startResilientRunner } from "@/worker/resilient-runner"

let database: TestDatabase
let severable: DatabaseProxy
let pool: pg.Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  severable = new DatabaseProxy(database.url)
  await severable.listen()
  pool = processSingleton("pool", () => createPool(severable.url, { waitMs: 2_000 }))
})
afterAll(async () => {
  await severable.disconnect()
  await pool.end()
  await database.drop()
})

test("a worker starts without the database, and works once it is reachable, also after an outage", async () => {
  let worked = 0
  const clean_up = async (): Promise<void> => {
    // The database goes down before the first job is marked as done.
    if (++worked === 1) await severable.disconnect()
  }
  await severable.disconnect()
  const running = await startResilientRunner({ concurrency: 1, parsedCronItems: [], taskList: { clean_up } })
  const send = async (): Promise<void> => {
    await severable.listen()
    await expect
      .poll(
        () =>
          pool.query("SELECT graphile_worker.add_job('clean_up')").then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
  }
  await send()
  await expect.poll(() => worked, { timeout: 15_000 }).toBe(1)
  await send()
  await expect.poll(() => worked, { timeout: 15_000 }).toBe(2)
  await running.stop()
})

test("busy runners are restarted after a database outage, and every job runs exactly once", async () => {
  const worked: number[] = []
  const clean_up = async (payload: unknown): Promise<void> => {
    await sleep(20)
    worked.push((payload as { n: number }).n)
  }
  const failed = new Set<number>()
  const send_mail = (payload: unknown): Promise<void> => {
    failed.add((payload as { n: number }).n)
    return Promise.reject(new Error("the mail cannot be sent"))
  }
  const direct = new pg.Client({ connectionString: database.url })
  await direct.connect()
  const add = (task: string, from: number, until: number, attempts: number) =>
    direct.query(
      "SELECT graphile_worker.add_job($1, json_build_object('n', n), max_attempts := $4) FROM generate_series($2::int, $3::int) n",
      [task, from, until, attempts],
    )
  const running = await startResilientRunner({ concurrency: 4, parsedCronItems: [], taskList: { clean_up, send_mail } })
  try {
    const rounds = 5
    for (let round = 0; round < rounds; round++) {
      await add("clean_up", round * 100, round * 100 + 99, 25)
      await add("send_mail", round * 10, round * 10 + 9, 1)
      await expect.poll(() => worked.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(round * 100 + 10)
      await severable.disconnect()
      await sleep(300)
      await severable.listen()
      await expect
        .poll(
          async () =>
            (
              await direct.query(
                "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'clean_up' OR locked_at IS NOT NULL",
              )
            ).rowCount,
          { timeout: 30_000, interval: 200 },
        )
        .toBe(0)
    }
    expect(worked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rounds * 100 }, (_, n) => n))
    expect(failed.size).toBe(rounds * 10)
  } finally {
    await running.stop()
    await direct.query("DELETE FROM graphile_worker._private_jobs")
    await direct.end()
  }
}, 240_000)

test("a failed job is logged without its payload", async () => {
  const logError = vi.spyOn(log, "error")
  const send_mail = (): Promise<void> => Promise.reject(new Error("the mail cannot be sent"))
  const running = await startResilientRunner({ concurrency: 1, parsedCronItems: [], taskList: { send_mail } })
  try {
    await pool.query(
      "SELECT graphile_worker.add_job('send_mail', json_build_object('link', 'https://haat.example/reset/held'))",
    )
    await expect
      .poll(() => logError.mock.calls.map((call) => inspect(call, { depth: 9 })).join(), { timeout: 15_000 })
      .toContain("the mail cannot be sent")
    expect(inspect(logError.mock.calls, { depth: 9 })).not.toContain("held")
  } finally {
    await running.stop()
    logError.mockRestore()
  }
})
