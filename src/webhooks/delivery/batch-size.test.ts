import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { publicId } from "@/domain/public-id"
import { replayDeliveries } from "@/webhooks/deliveries/replay-deliveries"
import { deleteEndpoint } from "@/webhooks/endpoints/delete-endpoint"
import { updateEndpoint } from "@/webhooks/endpoints/update-endpoint"
import type { Actor } from "@/platform/audit"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { BATCH_SIZE } from "@/webhooks/delivery/batch-size"
import { cleanUp } from "@/worker/clean-up"

// Recording an endpoint's responses never waits until all of its pending deliveries are changed.

const MANY = 2_500

let marketplace: WebhookMarketplace
let account: string
let endpoint: string
let actor: Actor

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
  actor = {
    caller: { kind: "session", livemode: true, accountId: account } as Actor["caller"],
    ip: null,
    requestId: randomUUID(),
  }
})

/** Creates deliveries of one event, a millisecond apart. */
function deliveries(status: "failed" | "pending", count = MANY): Promise<unknown> {
  return marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     SELECT gen_random_uuid(), $1, now(), 'order.created', $1, $2, 1, now() - n * interval '1 millisecond', now() FROM generate_series(1, $3::int) n`,
    [endpoint, status, count],
  )
}
/** Makes them wait for their next attempt. */
function postpone(): Promise<unknown> {
  return marketplace.rows(
    `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, failures, due_at)
     SELECT id, created_at, endpoint_id, event_id, event_created_at, 1, now() + random() * interval '1 day' FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending'`,
    [endpoint],
  )
}
async function count(table: string, which = "true"): Promise<number> {
  return (
    (
      await marketplace.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE endpoint_id = $1 AND ${which}`,
        [endpoint],
      )
    )[0]?.count ?? -1
  )
}
/** Returns the most remaining rows that one transaction has written. */
async function atOnce(table: string): Promise<number> {
  return (
    (
      await marketplace.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE endpoint_id = $1 GROUP BY xmin::text ORDER BY 1 DESC LIMIT 1`,
        [endpoint],
      )
    )[0]?.count ?? -1
  )
}

function redeliver(): Promise<number> {
  return replayDeliveries(actor, { id: publicId("webhook_endpoint", endpoint), since: new Date(0), status: "failed" })
}
function entries(): Promise<unknown[]> {
  return marketplace.rows("SELECT action, data->'count' AS count FROM audit_entry WHERE actor_id = $1 ORDER BY id", [
    account,
  ])
}

test("all failed deliveries are redelivered in batches, with one audit entry", async () => {
  await deliveries("pending", 10)
  await postpone()
  await deliveries("failed")
  expect(await redeliver()).toBe(MANY + 10)
  expect([
    await count("webhook_pending", "due_at <= now()"),
    await count("webhook_delivery", "status = 'pending'"),
  ]).toEqual([MANY + 10, MANY + 10])
  expect(await atOnce("webhook_pending")).toBeLessThanOrEqual(BATCH_SIZE)
  expect(await entries()).toEqual([{ action: "webhook_endpoint.redelivered", count: MANY + 10 }])
  expect(await redeliver()).toBe(0)
})

test("two concurrent redeliveries send each delivery once", async () => {
  await deliveries("failed")
  const counts = await Promise.all([redeliver(), redeliver()])
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(MANY)
  expect(await count("webhook_pending")).toBe(MANY)
})

test("a redelivery that fails midway can be repeated for the rest", async () => {
  await deliveries("failed")
  const holder = await marketplace.db.connect()
  try {
    await holder.query("BEGIN")
    await holder.query("SELECT FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY created_at LIMIT 1 FOR UPDATE", [
      endpoint,
    ])
    await expect(redeliver()).rejects.toMatchObject({ code: "55P03" })
  } finally {
    await holder.query("ROLLBACK")
    holder.release()
  }
  expect(await count("webhook_pending")).toBe(2 * BATCH_SIZE)
  expect(await redeliver()).toBe(MANY - 2 * BATCH_SIZE)
  expect(await count("webhook_pending")).toBe(MANY)
})

test("resuming an endpoint makes its pending deliveries due in batches", async () => {
  await deliveries("pending")
  await postpone()
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [endpoint])
  await updateEndpoint(actor, { id: publicId("webhook_endpoint", endpoint), status: "enabled" }, null)
  expect(await count("webhook_pending", "due_at <= now()")).toBe(MANY)
  expect(await count("webhook_delivery", "next_attempt_at <= now()")).toBe(MANY)
  expect(await atOnce("webhook_pending")).toBeLessThanOrEqual(BATCH_SIZE)
})

test("deleting an endpoint cancels its deliveries in batches, and the clean-up finishes an interrupted deletion", async () => {
  await deliveries("pending")
  await postpone()
  await marketplace.rows(`
    CREATE SEQUENCE changes;
    CREATE FUNCTION refuse_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('changes') > ${BATCH_SIZE + 1} THEN RAISE EXCEPTION 'the database has gone'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_late BEFORE UPDATE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION refuse_late()`)
  try {
    await deleteEndpoint(actor, publicId("webhook_endpoint", endpoint), null)
  } finally {
    await marketplace.rows(
      "DROP TRIGGER refuse_late ON webhook_delivery; DROP FUNCTION refuse_late; DROP SEQUENCE changes",
    )
  }
  expect(await count("webhook_pending")).toBe(MANY - BATCH_SIZE)
  await cleanUp()
  expect([await count("webhook_pending"), await count("webhook_delivery", "status = 'failed'")]).toEqual([0, MANY])
  expect(await atOnce("webhook_delivery")).toBeLessThanOrEqual(BATCH_SIZE)
})
