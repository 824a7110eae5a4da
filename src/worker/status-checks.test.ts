import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import type { startStatusChecks as StartStatusChecks } from "@/worker/status-checks"

const PERIOD_MS = 100

let database: TestDatabase
let admin: pg.Client
let site: Server
/** The HTTP status of the site by path. */
const statuses = new Map([
  ["/v1/status", 200],
  ["/oauth/jwks", 200],
])
let startStatusChecks: typeof StartStatusChecks

beforeAll(async () => {
  database = await emptyTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  site = createServer((request, response) => response.writeHead(statuses.get(request.url ?? "") ?? 404).end())
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  // Modules imported from here on read them.
  vi.stubEnv("DATABASE_URL", database.url)
  vi.stubEnv("APP_URL", `http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  ;({ startStatusChecks } = await import("@/worker/status-checks"))
}, 120_000)
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await admin.end()
  site.close()
  await database.drop()
})

interface Counted {
  checks: number
  failures: number
  lastOk: boolean
}

/** The checks of each component, of all days: a test may run at midnight. */
async function counted(table = "status_day"): Promise<Record<string, Counted>> {
  const { rows } = await admin.query<Counted & { component: string }>(
    `SELECT component, sum(checks)::int AS checks, sum(failures)::int AS failures,
            (array_agg(last_ok ORDER BY day DESC))[1] AS "lastOk" FROM ${table} GROUP BY component`,
  )
  return Object.fromEntries(rows.map(({ component, ...row }) => [component, row]))
}
async function checksOf(component: string): Promise<number> {
  return (await counted())[component]?.checks ?? 0
}

test("the timer checks every component once in each period, and stops", async () => {
  const checks = startStatusChecks(PERIOD_MS)
  await expect.poll(() => checksOf("webhooks"), { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  await checks.stop()
  const stopped = await counted()
  expect(Object.keys(stopped).sort()).toEqual(["api", "database", "oauth", "webhooks"])
  expect(new Set(Object.values(stopped).map(({ checks: made }) => made)).size).toBe(1)
  for (const { failures, lastOk } of Object.values(stopped)) expect([failures, lastOk]).toEqual([0, true])
  await sleep(5 * PERIOD_MS)
  expect(await counted()).toEqual(stopped)
})

test("a component that responds with an error counts as failed, until it works again", async () => {
  const before = await counted()
  statuses.set("/oauth/jwks", 503)
  const checks = startStatusChecks(PERIOD_MS)
  await expect.poll(async () => (await counted()).oauth?.lastOk, { timeout: 20_000 }).toBe(false)
  statuses.set("/oauth/jwks", 200)
  await expect.poll(async () => (await counted()).oauth?.lastOk, { timeout: 20_000 }).toBe(true)
  await checks.stop()
  const after = await counted()
  expect(after.oauth?.failures).toBeGreaterThan(before.oauth?.failures ?? 0)
  expect(after.api?.failures).toBe(before.api?.failures)
})

test("checks that cannot be recorded are recorded later", async () => {
  const before = await checksOf("api")
  await admin.query("ALTER TABLE status_day RENAME TO status_day_away")
  const checks = startStatusChecks(PERIOD_MS)
  await sleep(10 * PERIOD_MS)
  expect((await counted("status_day_away")).api?.checks).toBe(before)
  await admin.query("ALTER TABLE status_day_away RENAME TO status_day")
  await expect.poll(() => checksOf("api"), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 5)
  await checks.stop()
})
