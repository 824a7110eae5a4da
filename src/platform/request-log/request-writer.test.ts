import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { MINUTE_MS } from "@/domain/time-units"
import { createPool } from "@/platform/db/pool"
import { query } from "@/platform/db/query"
import { processSingleton } from "@/platform/process-singleton"
import { findFirstGap, RequestWriter } from "@/platform/request-log/request-writer"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase

beforeAll(async () => {
  database = await emptyTestDatabase()
  processSingleton("pool", () => createPool(database.url))
})
afterAll(async () => {
  await processSingleton("pool", () => createPool(database.url)).end()
  await database.drop()
})
beforeEach(() => query("DELETE FROM request_writer", []))

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * MINUTE_MS)
}
function rows() {
  return query<{ complete_until: Date; seen_at: Date | number; lost_from: Date | null }>(
    "SELECT * FROM request_writer",
    [],
  )
}
/** As if the processes had been killed some minutes ago. */
function passTime(minutes: number) {
  return query(
    "UPDATE request_writer SET seen_at = seen_at - make_interval(mins => $1), complete_until = complete_until - make_interval(mins => $1)",
    [minutes],
  )
}

test("a process that is killed while requests come leaves a gap, which ranges that touch it report", async () => {
  const writer = new RequestWriter(() => null)
  writer.markActive()
  await expect.poll(rows).toHaveLength(1)
  expect(await findFirstGap(ago(60), new Date())).toBeNull()
  await passTime(10)
  const gap = await findFirstGap(ago(60), new Date())
  // A request has the time of its arrival, and may take 30 s.
  expect(Math.abs((gap?.getTime() ?? 0) - ago(10.5).getTime())).toBeLessThan(5_000)
  expect(await findFirstGap(ago(60), ago(11))).toBeNull()
  expect(await findFirstGap(ago(9), new Date())).toBeNull()
  const within = ago(10.2)
  expect(await findFirstGap(within, new Date())).toEqual(within)
  await writer.end()
})

test("a process that has stored everything leaves nothing, and may begin again", async () => {
  const writer = new RequestWriter(() => null)
  writer.markActive()
  await expect.poll(rows).toHaveLength(1)
  await writer.end()
  expect(await rows()).toEqual([])
  writer.markActive()
  await expect.poll(rows).toHaveLength(1)
  await writer.end()
  expect(await rows()).toEqual([])
})

test("requests that are not yet stored or were dropped are reported as a gap", async () => {
  const waiting = ago(5)
  const writer = new RequestWriter(() => waiting)
  writer.markActive()
  await expect.poll(async () => (await rows())[0]?.complete_until).toEqual(waiting)
  const [first, last] = [ago(30), ago(20)]
  writer.recordLoss([last, first])
  await writer.end()
  const other = new RequestWriter(() => null)
  other.recordLoss([first])
  other.recordLoss([last])
  other.markActive()
  await expect.poll(async () => (await rows()).map(({ lost_from: from }) => from)).toContainEqual(first)
  await other.end()
  expect(await findFirstGap(ago(60), new Date())).toEqual(first)
  const middle = ago(25)
  expect(await findFirstGap(middle, new Date())).toEqual(middle)
  expect(await findFirstGap(ago(15), new Date())).toBeNull()
})

test("requests dropped after the last heartbeat are reported as well", async () => {
  const at = ago(3)
  const writer = new RequestWriter(() => null)
  writer.markActive()
  await expect.poll(rows).toHaveLength(1)
  writer.recordLoss([at])
  await writer.end()
  expect(await findFirstGap(ago(60), new Date())).toEqual(at)
  await query("DELETE FROM request_writer", [])
  await writer.end()
  expect(await findFirstGap(ago(60), new Date())).toEqual(at)
  expect(await findFirstGap(ago(2), new Date())).toBeNull()
})
