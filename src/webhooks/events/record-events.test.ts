import { randomUUID } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { uuidTime } from "@/domain/uuid-time"
import { type Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { BACKLOG_LIMIT, recordEvent, type NewEvent } from "@/webhooks/events/record-events"
import { countRowsRead } from "@/testing/fixtures/rows-read"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// An event creates pending rows, and a job if a worker must be notified.

let marketplace: WebhookMarketplace
let account: string
let endpoint: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  await marketplace.rows("DELETE FROM webhook_pending")
  await marketplace.rows("DELETE FROM graphile_worker._private_jobs")
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
})

function record(tx: Queryable, audience: NewEvent["audience"]): Promise<void> {
  return recordEvent(tx, { type: "seller.order.updated", audience, subjectId: uuidv7(), livemode: true, data: {} })
}
async function notified(): Promise<string[][]> {
  return (
    await marketplace.rows<{ endpoints: string[] }>(
      "SELECT payload->'endpoints' AS endpoints FROM graphile_worker._private_jobs ORDER BY id",
    )
  ).map(({ endpoints }) => endpoints)
}
/** Copies the rows that wait for the endpoint. */
function copies(count: number, change = "due_at"): Promise<unknown> {
  return marketplace.rows(
    `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at, store_id)
     SELECT gen_random_uuid(), delivery_created_at, endpoint_id, event_id, event_created_at, ${change}, store_id FROM webhook_pending CROSS JOIN generate_series(1, $2) WHERE endpoint_id = $1`,
    [endpoint, count],
  )
}

test("an event adds one job for all its endpoints, and none without endpoints", async () => {
  const second = await marketplace.endpoint(account, "https://hooks.example/2")
  await transaction((tx) => record(tx, { accountId: account }))
  await transaction(async (tx) => record(tx, { accountId: await marketplace.account() }))
  expect((await notified()).map((endpoints) => endpoints.sort())).toEqual([[endpoint, second.id].sort()])
})

test("an endpoint with a due backlog gets no job; waiting or leased deliveries do not count as backlog", async () => {
  await marketplace.recordEvent(account)
  await copies(BACKLOG_LIMIT - 2)
  await marketplace.recordEvent(account)
  expect(await notified()).toHaveLength(2)
  await marketplace.recordEvent(account)
  expect([(await notified()).length, (await marketplace.deliveries(endpoint)).length]).toEqual([2, 3])

  for (const change of [
    "due_at = now() + interval '5 minutes'",
    "lease = gen_random_uuid(), leased_until = now() + interval '30 seconds'",
  ]) {
    await marketplace.rows("DELETE FROM graphile_worker._private_jobs")
    await marketplace.rows(`UPDATE webhook_pending SET ${change}`)
    await marketplace.recordEvent(account)
    expect(await notified(), change).toEqual([[endpoint]])
  }
})

test("a suspended store's backlog does not suppress jobs for its members' own events", async () => {
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner: account })
  await transaction((tx) => record(tx, { storeId: store }))
  await copies(BACKLOG_LIMIT, "due_at - interval '1 hour'")
  await marketplace.rows("DELETE FROM graphile_worker._private_jobs")
  await transaction((tx) => record(tx, { accountId: account }))
  expect(await notified()).toEqual([[endpoint]])
  await transaction((tx) => record(tx, { storeId: store }))
  expect(await notified()).toEqual([[endpoint]])
})

test("events of one transaction keep their order, and each ID contains the event's time", async () => {
  const subjects = Array.from({ length: 50 }, () => uuidv7())
  await transaction((tx) =>
    Promise.all(
      subjects.map((subjectId) =>
        recordEvent(tx, {
          type: "order.created",
          audience: { accountId: account },
          subjectId,
          livemode: true,
          data: {},
        }),
      ),
    ),
  )
  const rows = await marketplace.rows<{ id: string; subject_id: string; created_at: Date }>(
    "SELECT id, subject_id, created_at FROM webhook_event WHERE account_id = $1 ORDER BY created_at, id",
    [account],
  )
  expect(rows.map(({ subject_id }) => subject_id)).toEqual(subjects)
  expect(rows.map(({ id }) => uuidTime(id))).toEqual(rows.map(({ created_at }) => created_at))
  for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test("recording an event reads a bounded number of rows, even with a query plan made for a short backlog", async () => {
  await marketplace.rows("VACUUM ANALYZE webhook_pending")
  const client = await marketplace.db.connect()
  try {
    // As often as PostgreSQL makes a custom plan before it considers a generic one.
    for (let time = 0; time < 10; time++) await record(client, { accountId: account })
    await copies(1_000)
    const others = await marketplace.account()
    const { id } = await marketplace.endpoint(others, "https://hooks.example/others")
    await marketplace.rows(
      `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
       SELECT gen_random_uuid(), now(), $1, $2, now(), now() FROM generate_series(1, 10000)`,
      [id, randomUUID()],
    )
    expect(await countRowsRead(client, "webhook_pending", () => record(client, { accountId: account }))).toBe(
      BACKLOG_LIMIT,
    )
  } finally {
    client.release()
  }
})
