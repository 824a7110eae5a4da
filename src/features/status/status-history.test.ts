import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type * as History from "@/features/status/status-history"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let recordStatusCheck: typeof History.recordStatusCheck
let statusHistory: typeof History.statusHistory

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  ;({ recordStatusCheck, statusHistory } = await import("@/features/status/status-history"))
}, 120_000)
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await database.drop()
})

const WORKING = { api: true, database: true, oauth: true, webhooks: true }
function at(time: string): Date {
  return new Date(`2026-06-10T${time}:00.000Z`)
}
async function api(now: Date) {
  return (await statusHistory(now)).find(({ component }) => component === "api")
}

test("the history has every day and no result before the first check", async () => {
  const histories = await statusHistory(at("12:00"))
  expect(histories.map(({ component }) => component)).toEqual(["api", "database", "oauth", "webhooks"])
  for (const { ok, uptime, days } of histories) {
    expect([ok, uptime, days.length]).toEqual([null, null, 90])
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2026-03-13", "2026-06-10"])
  }
})

test("each minute is counted once, by day in UTC", async () => {
  await recordStatusCheck({ minute: new Date("2026-06-09T23:59:00.000Z"), results: WORKING })
  await recordStatusCheck({ minute: at("12:00"), results: WORKING })
  await recordStatusCheck({ minute: at("12:01"), results: { ...WORKING, api: false } })
  // By another worker.
  await recordStatusCheck({ minute: at("12:01"), results: WORKING })
  await recordStatusCheck({ minute: at("12:00"), results: { ...WORKING, oauth: false } })
  const history = await api(at("12:02"))
  expect([history?.ok, history?.uptime]).toEqual([false, 2 / 3])
  expect(history?.days.slice(-3)).toEqual([
    { day: "2026-06-08", uptime: null },
    { day: "2026-06-09", uptime: 1 },
    { day: "2026-06-10", uptime: 0.5 },
  ])
  const oauth = (await statusHistory(at("12:02"))).find(({ component }) => component === "oauth")
  expect([oauth?.ok, oauth?.uptime]).toEqual([true, 1])
})

test("an old result says nothing about now", async () => {
  expect((await api(at("12:06")))?.ok).toBe(false)
  expect((await api(at("12:07")))?.ok).toBeNull()
})
