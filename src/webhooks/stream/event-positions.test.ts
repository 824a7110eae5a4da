import { afterAll, beforeAll, expect, test } from "vitest"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { assignPositions } from "@/webhooks/stream/event-positions"

let marketplace: WebhookMarketplace
let account: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  account = await marketplace.account()
})
afterAll(() => marketplace.close())

async function positions(): Promise<(string | null)[]> {
  return (
    await marketplace.rows<{ position: string | null }>(
      "SELECT position FROM webhook_event_position WHERE account_id = $1 ORDER BY event_id",
      [account],
    )
  ).map(({ position }) => position)
}

test("while one process assigns positions, another assigns none, and does not wait", async () => {
  await marketplace.recordEvent(account)
  const first = await assignPositions()
  await marketplace.recordEvent(account)
  const other = await marketplace.db.connect()
  try {
    await other.query("BEGIN")
    await other.query("SELECT FROM webhook_event_counter FOR UPDATE")
    expect(await assignPositions()).toBe(first)
    expect(await positions()).toEqual([first, null])
  } finally {
    await other.query("ROLLBACK")
    other.release()
  }
  const second = await assignPositions()
  expect(BigInt(second)).toBeGreaterThan(BigInt(first))
  expect(await positions()).toEqual([first, second])
  expect(await assignPositions()).toBe(second)
})

test("who waits for another process gets a position after every event that was committed before", async () => {
  const before = await assignPositions()
  await marketplace.recordEvent(account)
  const other = await marketplace.db.connect()
  try {
    await other.query("BEGIN")
    await other.query("SELECT FROM webhook_event_counter FOR UPDATE")
    const waited = assignPositions({ wait: true })
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await marketplace.rows(waiting)).length).toBeGreaterThan(0)
    await other.query("ROLLBACK")
    expect(BigInt(await waited)).toBeGreaterThan(BigInt(before))
    expect((await positions()).at(-1)).toBe(await waited)
  } finally {
    other.release()
  }
})
