import { v7 as uuidv7 } from "uuid"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { transaction } from "@/platform/db/transaction"
import { recordEvent } from "@/webhooks/events/record-events"
import { countRowsRead } from "@/testing/fixtures/rows-read"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { claim, type ClaimedDelivery, releaseLeases, LEASE_SECONDS } from "@/webhooks/delivery/claim"
import { recordAttempts } from "@/webhooks/delivery/record"

// Which worker may attempt a delivery, how many run concurrently, and whose result counts.

let marketplace: WebhookMarketplace
let account: string
let endpoint: string
let now: Date

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  now = new Date(Date.now() + 60_000)
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
})
afterEach(() => marketplace.rows("DELETE FROM webhook_pending"))

async function events(count: number): Promise<void> {
  for (let event = 0; event < count; event++) await marketplace.recordEvent(account)
}
function take(limits: object = {}): Promise<ClaimedDelivery[]> {
  return claim([endpoint], { perEndpoint: 20, perFailingEndpoint: 2, capacity: 1_000, ...limits }, now)
}
async function one(): Promise<ClaimedDelivery> {
  const [claimed, ...more] = await take()
  if (!claimed || more.length > 0) throw new Error("there is not exactly one delivery to claim")
  return claimed
}
function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
}
async function pending(): Promise<{ lease: string | null; failures: number }[]> {
  return marketplace.rows("SELECT lease, failures FROM webhook_pending WHERE endpoint_id = $1", [endpoint])
}

function attemptOf(claimed: ClaimedDelivery, statusCode: number): Attempt {
  return {
    id: uuidv7(),
    startedAt: now,
    delivery: claimed,
    requestHeaders: {},
    result: { statusCode, error: null, headers: {}, body: "", durationMs: 1 },
  }
}

test("a claimed delivery cannot be claimed again until its lease expires", async () => {
  await events(1)
  const first = await one()
  expect(await take()).toEqual([])
  later(LEASE_SECONDS - 1)
  expect(await take()).toEqual([])
  later(1)
  const second = await one()
  expect([second.deliveryId, second.lease === first.lease]).toEqual([first.deliveryId, false])
})

test("a released lease can be claimed immediately, and releasing a lost lease has no effect", async () => {
  await events(1)
  const first = await one()
  await releaseLeases([first])
  const second = await one()
  await releaseLeases([first])
  expect(await pending()).toEqual([{ lease: second.lease, failures: 0 }])
  expect(await take()).toEqual([])
})

test("concurrent claims take no delivery twice, and at most 20", async () => {
  await events(45)
  const claims = await Promise.all(Array.from({ length: 8 }, () => take()))
  const taken = claims.flat().map(({ deliveryId }) => deliveryId)
  expect([taken.length, new Set(taken).size]).toEqual([20, 20])
  expect(await take()).toEqual([])
  await releaseLeases(claims.flat().slice(0, 5))
  expect(await take()).toHaveLength(5)
})

test("a claim of an endpoint waits for a concurrent one, and counts its deliveries", async () => {
  await events(45)
  const other = await marketplace.db.connect()
  try {
    await other.query("BEGIN")
    await other.query("SELECT FROM claim_webhook_deliveries($1::uuid[], 20, 2, 15, $2, $3)", [
      [endpoint],
      LEASE_SECONDS,
      now,
    ])
    const waiting = take()
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(() => resolve("it waits"), 300))])).toBe(
      "it waits",
    )
    await other.query("COMMIT")
    expect(await waiting).toHaveLength(5)
  } finally {
    other.release()
  }
})

test("a claim reads a bounded number of rows of a long backlog", async () => {
  await events(1)
  await marketplace.rows(
    `INSERT INTO webhook_pending SELECT gen_random_uuid(), delivery_created_at, endpoint_id, event_id, event_created_at, trigger, failures, due_at
     FROM webhook_pending CROSS JOIN generate_series(1, 5000) WHERE endpoint_id = $1`,
    [endpoint],
  )
  await take()
  const client = await marketplace.db.connect()
  try {
    const read = await countRowsRead(client, "webhook_pending", async () => {
      const { rows } = await client.query("SELECT FROM claim_webhook_deliveries($1::uuid[], 40, 2, 100, $2, $3)", [
        [endpoint],
        LEASE_SECONDS,
        now,
      ])
      expect(rows).toHaveLength(20)
    })
    expect(read).toBeLessThan(1_000)
  } finally {
    client.release()
  }
})

test("a claim with a query plan made for an empty backlog keeps its limit, and reads a bounded number of rows", async () => {
  await events(1)
  await marketplace.rows("VACUUM ANALYZE webhook_pending")
  const client = await marketplace.db.connect()
  try {
    const claimed = async (): Promise<number> =>
      (
        await client.query("SELECT FROM claim_webhook_deliveries($1::uuid[], 20, 2, 1000, $2, $3)", [
          [endpoint],
          LEASE_SECONDS,
          now,
        ])
      ).rows.length
    expect(await claimed()).toBe(1)
    await marketplace.rows("UPDATE webhook_pending SET lease = NULL, leased_until = NULL")
    await marketplace.rows(
      `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
       SELECT gen_random_uuid(), delivery_created_at, endpoint_id, event_id, event_created_at, due_at FROM webhook_pending CROSS JOIN generate_series(1, 5000)`,
    )
    const read = await countRowsRead(client, "webhook_pending", async () => {
      expect(await claimed()).toBe(20)
    })
    expect(read).toBeLessThan(1_000)
  } finally {
    client.release()
  }
})

test("a claim for members of a suspended store reads their own deliveries, and none of the store's events", async () => {
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner: account })
  await marketplace.rows("UPDATE store SET status = 'suspended' WHERE id = $1", [store])
  for (let event = 0; event < 3; event++)
    await transaction((tx) =>
      recordEvent(tx, {
        type: "seller.order.updated",
        audience: { storeId: store },
        subjectId: uuidv7(),
        livemode: true,
        data: {},
      }),
    )
  await events(2)
  const client = await marketplace.db.connect()
  try {
    const read = await countRowsRead(client, "webhook_event%", async () => {
      const { rows } = await client.query("SELECT FROM claim_webhook_deliveries($1::uuid[], 20, 2, 100, $2, $3)", [
        [endpoint],
        LEASE_SECONDS,
        now,
      ])
      expect(rows).toHaveLength(2)
    })
    expect(read).toBe(0)
  } finally {
    client.release()
  }
})

test("a delivery whose event was deleted fails, and does not take another's slot", async () => {
  await events(3)
  const [lost] = await marketplace.deliveries(endpoint)
  await marketplace.rows("DELETE FROM webhook_event WHERE id = $1", [lost?.event_id])
  expect(await take({ perEndpoint: 2 })).toHaveLength(1)
  expect(await take({ perEndpoint: 2 })).toHaveLength(1)
  expect(await pending()).toHaveLength(2)
  expect((await marketplace.deliveries(endpoint)).map(({ id, status }) => [id === lost?.id, status])).toEqual([
    [true, "failed"],
    [false, "pending"],
    [false, "pending"],
  ])
})

test("a failing endpoint has 2 attempts in progress; a paused, disabled or deleted one has none", async () => {
  await events(5)
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 1 WHERE id = $1", [endpoint])
  expect(await take()).toHaveLength(2)
  expect(await take()).toEqual([])
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 0 WHERE id = $1", [endpoint])
  for (const state of [
    "status = 'paused'",
    "status = 'disabled', disabled_reason = 'failing'",
    "status = 'enabled', disabled_reason = NULL, deleted_at = now()",
  ]) {
    await marketplace.rows(`UPDATE webhook_endpoint SET ${state} WHERE id = $1`, [endpoint])
    expect(await take(), state).toEqual([])
  }
})

test("a delivery locked by another transaction is skipped", async () => {
  await events(3)
  const holder = await marketplace.db.connect()
  try {
    await holder.query("BEGIN")
    const { rows } = await holder.query<{ delivery_id: string }>(
      "SELECT delivery_id FROM webhook_pending WHERE endpoint_id = $1 ORDER BY due_at LIMIT 1 FOR UPDATE",
      [endpoint],
    )
    const taken = await Promise.race([take(), new Promise<null>((resolve) => setTimeout(() => resolve(null), 5_000))])
    expect(taken?.map(({ deliveryId }) => deliveryId)).toHaveLength(2)
    expect(taken?.some(({ deliveryId }) => deliveryId === rows[0]?.delivery_id)).toBe(false)
  } finally {
    await holder.query("ROLLBACK")
    holder.release()
  }
})

test("a failure after losing the lease is recorded, without changing the delivery's state", async () => {
  await events(1)
  const lost = await one()
  later(LEASE_SECONDS)
  const held = await one()
  await recordAttempts([attemptOf(lost, 500)], now)
  expect(await pending()).toEqual([{ lease: held.lease, failures: 0 }])
  await recordAttempts([attemptOf({ ...lost, failures: 9 }, 500)], now)
  expect(await pending()).toEqual([{ lease: held.lease, failures: 0 }])
  expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "pending", attempts: 2 })])
  await recordAttempts([attemptOf(held, 500)], now)
  expect(await pending()).toEqual([{ lease: null, failures: 1 }])
  expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "pending", attempts: 3 })])
})

test("a success after losing the lease keeps the current lease, and marks a failed delivery as delivered", async () => {
  await events(1)
  const lost = await one()
  later(LEASE_SECONDS)
  const held = await one()
  await recordAttempts([attemptOf(lost, 200)], now)
  expect(await pending()).toEqual([{ lease: held.lease, failures: 0 }])
  await recordAttempts([attemptOf({ ...held, failures: 9 }, 500)], now)
  expect(await pending()).toEqual([])
  expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "failed", attempts: 2 })])
  await recordAttempts([attemptOf(lost, 200)], now)
  expect(await marketplace.deliveries(endpoint)).toEqual([
    expect.objectContaining({ status: "delivered", attempts: 3 }),
  ])
  await recordAttempts([attemptOf(lost, 500)], now)
  expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "delivered" })])
})
