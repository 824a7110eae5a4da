import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { createPool } from "@/platform/db/pool"
import { processSingleton } from "@/platform/process-singleton"
import {
  flushRequestLog,
  logRequest,
  requestLogState,
  BATCH_SIZE,
  QUEUED_ROWS_MAX,
} from "@/platform/request-log/request-log"
import { rollUpUsage } from "@/platform/request-log/roll-up-usage"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"

let database: TestDatabase
let pool: pg.Pool
let apart: pg.Client
let way: DatabaseProxy
const accountId = uuidv7()
const credentialId = uuidv7()

beforeAll(async () => {
  database = await emptyTestDatabase()
  way = new DatabaseProxy(database.url)
  await way.listen()
  pool = processSingleton("pool", () => createPool(way.url))
  apart = new pg.Client({ connectionString: database.url })
  await apart.connect()
  await apart.query("INSERT INTO account (id, email, name, updated_at) VALUES ($1, 'log@example.in', 'Log', now())", [
    accountId,
  ])
})
afterAll(async () => {
  await apart.end()
  await pool.end()
  await way.disconnect()
  await database.drop()
})

function answered(count: number, { sentId, path = "/v1/me" }: { sentId?: string; path?: string } = {}): void {
  for (let i = 0; i < count; i++) {
    logRequest({
      requestId: sentId ?? uuidv7(),
      requestIdSent: sentId !== undefined,
      accountId,
      credentialKind: "api_key",
      credentialId,
      livemode: true,
      method: "GET",
      path,
      operation: "GET /me",
      scope: "profile.read",
      status: 200,
      errorCode: null,
      durationMs: 1,
      ip: null,
      userAgent: null,
      createdAt: new Date(),
      header: () => null,
      search: "",
      queryParameters: new Set(),
      requestBody: null,
      responseHeaders: {},
      responseBody: null,
    })
  }
}
async function storedRows(): Promise<number> {
  return Number((await apart.query<{ n: string }>("SELECT count(*) AS n FROM request_log")).rows[0]?.n)
}

test("rows whose COMMIT response was lost are stored and counted once, and later rows are written", async () => {
  answered(10)
  way.disconnectOnResponse("COMMIT\0")
  await flushRequestLog()
  expect(await storedRows()).toBe(10)
  answered(5)
  await flushRequestLog()
  expect(await storedRows()).toBe(15)
  await rollUpUsage(new Date())
  expect((await apart.query("SELECT sum(requests)::int AS requests FROM api_usage")).rows).toEqual([{ requests: 15 }])
  await apart.query("TRUNCATE api_request")
})

test("while the table is locked, the queue is bounded, and a flush ends in bounded time", async () => {
  await apart.query("BEGIN; LOCK TABLE api_request")
  answered(10)
  const flushed = flushRequestLog()
  answered(QUEUED_ROWS_MAX + 2 * BATCH_SIZE)
  await flushed
  await flushRequestLog()
  await apart.query("COMMIT")
  await flushRequestLog()
  const rows = await storedRows()
  expect(rows).toBeGreaterThan(QUEUED_ROWS_MAX - BATCH_SIZE)
  expect(rows).toBeLessThanOrEqual(QUEUED_ROWS_MAX)
})

test("a secret in a client's request ID is redacted", async () => {
  answered(1, { sentId: "mine-haat_lk_0123456789" })
  await flushRequestLog()
  expect((await apart.query("SELECT request_id FROM request_log WHERE request_id LIKE 'mine%'")).rows).toEqual([
    { request_id: "mine-haat_lk_[redacted]" },
  ])
})

test("a row that PostgreSQL rejects is counted as lost, and the other rows are written", async () => {
  await apart.query("TRUNCATE api_request, account_usage, api_usage")
  const { lost } = requestLogState()
  answered(30)
  answered(1, { path: "/v1/\ud83d" })
  answered(30)
  await flushRequestLog()
  expect(await storedRows()).toBe(60)
  await rollUpUsage(new Date())
  expect((await apart.query("SELECT sum(requests)::int AS requests FROM account_usage")).rows).toEqual([
    { requests: 60 },
  ])
  expect(requestLogState()).toEqual({ waiting: 0, lost: lost + 1 })
})

test("under a steady load, rows are written in batches", async () => {
  await apart.query("TRUNCATE api_request")
  const started = performance.now()
  for (let i = 0; i < 200; i++) {
    answered(1)
    await sleep(5)
  }
  const flushes = Math.ceil((performance.now() - started) / 250) + 1
  await flushRequestLog()
  const [written] = (
    await apart.query<{ rows: number; transactions: number }>(
      "SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM api_request",
    )
  ).rows
  expect(written?.rows).toBe(200)
  expect(written?.transactions).toBeLessThanOrEqual(flushes)
})

test("a failed write is retried after a second, and dropped rows are counted as lost", async () => {
  let lastSeen = 0
  const writes = async (): Promise<number> => {
    const began = performance.now()
    const { rowCount } = await apart.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    if (rowCount === 1) lastSeen = began
    return rowCount ?? 0
  }
  await apart.query("BEGIN; LOCK TABLE api_request")
  const coming = setInterval(() => answered(1), 20)
  try {
    await expect.poll(writes, { timeout: 10_000, interval: 20 }).toBe(1)
    await expect.poll(writes, { timeout: 10_000, interval: 20 }).toBe(0)
    // It failed after it was last seen, however late that is noticed.
    const failed = lastSeen
    await expect.poll(writes, { timeout: 10_000, interval: 20 }).toBe(1)
    expect(performance.now() - failed).toBeGreaterThan(800)
  } finally {
    clearInterval(coming)
    await apart.query("COMMIT")
  }
  await flushRequestLog()
  const { waiting, lost } = requestLogState()
  expect([waiting, lost > 0]).toEqual([0, true])
})
