import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { DAY_MS } from "@/domain/time-units"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { OAUTH_LOG_DAYS, OAUTH_LOG_MAX_PER_REASON } from "@/domain/oauth-refusal"
import { registerApp } from "@/testing/fixtures/oauth-apps"
import { cleanUp } from "@/worker/clean-up"

// Retention of webhook data.

let marketplace: WebhookMarketplace
let account: string
let endpoint: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
})

/** Returns noon UTC of a past day, so that the time of the test does not matter. */
function daysAgo(days: number): Date {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + DAY_MS / 2)
}

/** Formats a day as in a partition's name. */
function dayOf(day: Date): string {
  return day.toISOString().slice(0, 10).replaceAll("-", "")
}

/** Creates a pending delivery of this day with its event and an attempt. */
async function waiting(at: Date): Promise<string> {
  const [event, delivery] = [uuidv7({ msecs: at.getTime() }), uuidv7({ msecs: at.getTime() })]
  await marketplace.rows(
    "INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data, created_at) VALUES ($1, 'order.created', $2, $1, '2026-05-01', true, '{}', $3)",
    [event, account, at],
  )
  await marketplace.rows(
    "INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, attempts, created_at) VALUES ($1, $2, $3, 'order.created', $4, 1, $3)",
    [delivery, event, at, endpoint],
  )
  await marketplace.rows(
    "INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, duration_ms) VALUES ($1, $2, $3, 1, 'schedule', 'https://hooks.example/', '{}', 1)",
    [uuidv7(), at, delivery],
  )
  await marketplace.rows(
    "INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at) VALUES ($1, $2, $3, $4, $2, now() + interval '1 hour')",
    [delivery, at, endpoint, event],
  )
  return delivery
}
async function remaining(table: string, column: string, ids: string[]): Promise<unknown[]> {
  return (
    await marketplace.rows<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} = ANY ($1) ORDER BY 1`,
      [ids],
    )
  ).map(({ id }) => id)
}
async function partitionsOf(day: Date): Promise<unknown[]> {
  return marketplace.rows(
    "SELECT relname FROM pg_class WHERE relname ~ ('^webhook_(event|delivery|attempt)_' || to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYYMMDD') || '$')",
    [day],
  )
}

test("webhook data older than 30 days is dropped with its partitions, including pending deliveries", async () => {
  const [old, last, today] = [await waiting(daysAgo(31)), await waiting(daysAgo(30)), await waiting(daysAgo(0))]
  expect(await partitionsOf(daysAgo(31))).toHaveLength(3)
  await cleanUp()
  for (const [table, column] of [
    ["webhook_delivery", "id"],
    ["webhook_attempt", "delivery_id"],
    ["webhook_pending", "delivery_id"],
  ] as const) {
    expect(await remaining(table, column, [old, last, today]), table).toEqual([last, today])
  }
  expect(await marketplace.rows("SELECT FROM webhook_event WHERE account_id = $1", [account])).toHaveLength(2)
  expect([(await partitionsOf(daysAgo(31))).length, (await partitionsOf(daysAgo(30))).length]).toEqual([0, 3])
})

test("expired rows of the default partitions are deleted too", async () => {
  const [old, last] = [await waiting(daysAgo(45)), await waiting(daysAgo(29))]
  expect(await marketplace.rows("SELECT FROM webhook_delivery_default WHERE id = $1", [old])).toHaveLength(1)
  await cleanUp()
  expect(await remaining("webhook_delivery", "id", [old, last])).toEqual([last])
  expect(await remaining("webhook_attempt", "delivery_id", [old, last])).toEqual([last])
  expect(await marketplace.rows("SELECT FROM webhook_event WHERE account_id = $1", [account])).toHaveLength(1)
})

test("the next seven days have their partitions, also after concurrent runs", async () => {
  await marketplace.rows("SELECT drop_day_partitions('webhook_event', $1)", [daysAgo(-8)])
  await Promise.all([cleanUp(), cleanUp()])
  for (const days of [0, -1, -7]) expect(await partitionsOf(daysAgo(days)), `in ${-days} days`).toHaveLength(3)
})

test("deliveries of a deleted endpoint are kept as failed, and are no longer pending", async () => {
  const delivery = await waiting(daysAgo(2))
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [endpoint])
  await cleanUp()
  expect([
    await remaining("webhook_delivery", "id", [delivery]),
    await remaining("webhook_attempt", "delivery_id", [delivery]),
    await remaining("webhook_pending", "delivery_id", [delivery]),
  ]).toEqual([[delivery], [delivery], []])
  expect(await marketplace.rows("SELECT status FROM webhook_delivery WHERE id = $1", [delivery])).toEqual([
    { status: "failed" },
  ])
})

test("a store's deliveries are cancelled for a member who may no longer receive them, their own are not", async () => {
  const store = await marketplace.store("Mithila Kala")
  await marketplace.member(store, account, "orders")
  const [ofStore, own] = [await waiting(daysAgo(0)), await waiting(daysAgo(0))]
  await marketplace.rows(
    "UPDATE webhook_event SET account_id = NULL, store_id = $2 WHERE id = (SELECT event_id FROM webhook_delivery WHERE id = $1)",
    [ofStore, store],
  )
  await cleanUp()
  expect(await remaining("webhook_pending", "delivery_id", [ofStore, own])).toEqual([ofStore, own].sort())
  await marketplace.rows("UPDATE store_member SET role = 'catalogue' WHERE account_id = $1", [account])
  await cleanUp()
  expect(await remaining("webhook_pending", "delivery_id", [ofStore, own])).toEqual([own])
  expect(await marketplace.rows("SELECT status FROM webhook_delivery WHERE id = $1", [ofStore])).toEqual([
    { status: "failed" },
  ])
})

test("a long read does not make the clean-up block writes, and the next run does the rest", async () => {
  await marketplace.rows(
    "CREATE TABLE webhook_event_20200101 PARTITION OF webhook_event FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-01-02 00:00:00+00')",
  )
  await marketplace.rows(`DROP TABLE webhook_event_${dayOf(daysAgo(-7))}`)
  await marketplace.rows(
    "INSERT INTO rate_limit (subject, ends_at, requests) VALUES ('long ago', now() - interval '1 day', 1)",
  )
  const reader = await marketplace.db.connect()
  try {
    await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
    await reader.query("SELECT count(*) FROM webhook_event")
    const cleaned = cleanUp()
    let writes = 0
    const over = cleaned.then(() => true)
    while (!(await Promise.race([over, sleep(50, false)]))) {
      const late = sleep(10_000, "late", { ref: false })
      expect(await Promise.race([waiting(daysAgo(0)), late])).not.toBe("late")
      writes++
    }
    expect(writes).toBeGreaterThan(0)
    expect(await marketplace.rows("SELECT FROM rate_limit WHERE subject = 'long ago'")).toEqual([])
    expect(await partitionsOf(daysAgo(-7))).toHaveLength(2)
  } finally {
    await reader.query("ROLLBACK")
    reader.release()
  }
  await cleanUp()
  expect(await partitionsOf(daysAgo(-7))).toHaveLength(3)
  expect(await marketplace.rows("SELECT to_regclass('webhook_event_20200101') AS old")).toEqual([{ old: null }])
}, 120_000)

test("a deleted endpoint is removed once its last delivery has expired, and no other is", async () => {
  const [young, read, living] = await Promise.all(
    ["young", "read", "living"].map(
      async (name) => (await marketplace.endpoint(account, `https://${name}.example/`)).id,
    ),
  )
  for (const [id, days] of [
    [endpoint, 31],
    [read, 31],
    [young, 30],
  ] as const) {
    await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = $2, created_at = $2 WHERE id = $1", [
      id,
      daysAgo(days),
    ])
  }
  await waiting(daysAgo(29))
  await marketplace.rows("UPDATE webhook_delivery SET endpoint_id = $2 WHERE endpoint_id = $1", [endpoint, read])
  await marketplace.rows("UPDATE webhook_pending SET endpoint_id = $2 WHERE endpoint_id = $1", [endpoint, read])
  await cleanUp()
  expect(await remaining("webhook_endpoint", "id", [endpoint, young ?? "", read ?? "", living ?? ""])).toEqual(
    [young, read, living].sort(),
  )
})

test("an app's OAuth log keeps recent entries, and only the newest ones of each reason", async () => {
  const [app, other] = [await registerApp(marketplace), await registerApp(marketplace)]
  const write = (of: string, reason: string, days: number, count: number) =>
    marketplace.rows(
      `INSERT INTO oauth_log_entry (id, app_id, endpoint, error, reason, request_id, created_at)
       SELECT (lpad(to_hex(n), 8, '0') || substr(gen_random_uuid()::text, 9))::uuid, $1, '/oauth/token', 'invalid_grant', $2, 'request-' || n,
         now() - make_interval(days => $3, hours => 1)
       FROM generate_series(1, $4) n`,
      [of, reason, days, count],
    )
  await write(app.id, "client_secret_wrong", 1, OAUTH_LOG_MAX_PER_REASON + 50)
  await write(app.id, "code_used", OAUTH_LOG_DAYS - 1, 1)
  await write(app.id, "code_expired", OAUTH_LOG_DAYS, 1)
  await write(other.id, "client_secret_wrong", 1, 3)
  await cleanUp()
  const left =
    "SELECT app_id, reason, count(*)::int AS entries, min(substr(request_id, 9)::int) AS oldest FROM oauth_log_entry GROUP BY 1, 2 ORDER BY app_id = $1 DESC, reason"
  expect(await marketplace.rows(left, [app.id])).toEqual([
    { app_id: app.id, reason: "client_secret_wrong", entries: OAUTH_LOG_MAX_PER_REASON, oldest: 51 },
    { app_id: app.id, reason: "code_used", entries: 1, oldest: 1 },
    { app_id: other.id, reason: "client_secret_wrong", entries: 3, oldest: 1 },
  ])
})

test("a replaced secret is deleted when it expires, and not earlier", async () => {
  const signing = (await marketplace.endpoint(account, "https://signing.example/")).id
  for (const [id, ends] of [
    [endpoint, "-1 second"],
    [signing, "1 hour"],
  ] as const) {
    await marketplace.rows(
      "UPDATE webhook_endpoint SET previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = now() + $2::interval WHERE id = $1",
      [id, ends],
    )
  }
  await cleanUp()
  const left = await marketplace.rows(
    "SELECT id FROM webhook_endpoint WHERE id = ANY ($1) AND previous_secret_encrypted IS NOT NULL AND previous_secret_expires_at IS NOT NULL",
    [[endpoint, signing]],
  )
  expect(left).toEqual([{ id: signing }])
  expect(
    await marketplace.rows("SELECT FROM webhook_endpoint WHERE id = $1 AND secret_encrypted IS NOT NULL", [endpoint]),
  ).toHaveLength(1)
})
