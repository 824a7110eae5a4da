import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { pool } from "@/platform/db/pool"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { claim } from "@/webhooks/delivery/claim"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { AttemptRecorder } from "@/webhooks/delivery/recorder"

// Memory of responses waiting to be recorded, and attempts started meanwhile.

/** The longest text kept of a response; as JSON it is six times as long. */
const ANSWER = "\u0001".repeat(65_536)

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let account: string
let now: Date
let deliverer: Deliverer

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})
beforeEach(async () => {
  now = new Date(Date.now() + 120_000)
  account = await marketplace.account()
  deliverer = new Deliverer({ clock: () => now })
})
afterEach(async () => {
  vi.restoreAllMocks()
  receiver.received.length = 0
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now()")
})

async function events(count: number): Promise<void> {
  for (let event = 0; event < count; event++) await marketplace.recordEvent(account)
}
function endpoints(count: number, name: string): Promise<string[]> {
  return Promise.all(
    Array.from(
      { length: count },
      async (_, index) => (await marketplace.endpoint(account, receiver.url(`/${name}/${index}`))).id,
    ),
  )
}
function sizesOf(values: unknown[] = []): number[] {
  return values.map((value) => (typeof value === "string" ? value.length : 0))
}
function statements() {
  return vi
    .spyOn(pool(), "query")
    .mock.calls.map(([statement]) => statement as unknown as { text: string; values?: unknown[] })
}

test("100 concurrent responses of the maximum size are written in several statements", async () => {
  const [endpoint = ""] = await endpoints(1, "large")
  await events(100)
  const claimed = await claim([endpoint], { perEndpoint: 1_000, perFailingEndpoint: 1_000, capacity: 1_000 }, now)
  const batches: number[] = []
  const recorder = new AttemptRecorder(
    () => now,
    (attempts) => batches.push(attempts.length),
  )
  vi.spyOn(pool(), "query")
  for (const one of claimed)
    recorder.add({
      id: uuidv7(),
      startedAt: new Date(),
      delivery: one,
      requestHeaders: {},
      result: { statusCode: 200, error: null, headers: { server: "x" }, body: ANSWER, durationMs: 1 },
    })
  expect(recorder.size).toBe(100 * (ANSWER.length + "serverx".length))
  await recorder.drain()
  expect(Math.max(...statements().flatMap(({ values }) => sizesOf(values)))).toBeLessThan(25_000_000)
  expect([batches.reduce((sum, each) => sum + each, 0), recorder.size]).toEqual([100, 0])
  const stored = await marketplace.rows(
    "SELECT count(*)::int AS count FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1 AND a.response_body = $2",
    [endpoint, ANSWER],
  )
  expect(stored).toEqual([{ count: 100 }])
})

test("no attempt starts while too many response bytes wait to be written", async () => {
  const large = await endpoints(20, "large")
  for (const index of large.keys())
    receiver.reply(`/large/${index}`, (_received, response) => response.end("x".repeat(ANSWER.length)))
  await events(20)
  const other = await marketplace.account()
  const { id } = await marketplace.endpoint(other, receiver.url("/other"))
  const answered = vi.spyOn(AttemptRecorder.prototype, "add")
  const holder = await marketplace.db.connect()
  try {
    await holder.query("BEGIN")
    await holder.query("LOCK TABLE webhook_attempt")
    deliverer.notify(large)
    await expect.poll(() => answered.mock.calls.length, { timeout: 20_000 }).toBe(400)
    await marketplace.recordEvent(other)
    deliverer.notify([id])
    await sleep(300)
    expect(await marketplace.rows("SELECT lease FROM webhook_pending WHERE endpoint_id = $1", [id])).toEqual([
      { lease: null },
    ])
  } finally {
    await holder.query("ROLLBACK")
    holder.release()
  }
  await deliverer.idle()
  expect(receiver.at("/other")).toHaveLength(1)
  expect(await marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = ANY ($1)", [[...large, id]])).toEqual(
    [],
  )
})

test("an endpoint at its limit in this worker is not claimed for until an attempt ends", async () => {
  const [endpoint = ""] = await endpoints(1, "slow")
  const held: (() => void)[] = []
  receiver.reply("/slow/0", (_received, response) => held.push(() => response.writeHead(204).end()))
  await events(20)
  deliverer.notify([endpoint])
  await expect.poll(() => held.length).toBe(20)
  vi.spyOn(pool(), "query")
  for (let wake = 0; wake < 30; wake++) {
    await events(1)
    deliverer.notify([endpoint])
    await sleep(2)
  }
  expect(statements().filter(({ text }) => text.includes("claim_webhook_deliveries"))).toEqual([])
  receiver.reply("/slow/0", 204)
  for (const release of held) release()
  await deliverer.idle()
  expect((await marketplace.deliveries(endpoint)).map(({ status }) => status)).toEqual(Array(50).fill("delivered"))
})

test("every notified delivery is sent without a sweep, whatever the timing of notifications and responses", async () => {
  const three = await endpoints(3, "busy")
  for (const index of three.keys())
    receiver.reply(`/busy/${index}`, (_received, response) =>
      setTimeout(() => response.writeHead(204).end(), Math.random() * 40),
    )
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let event = 0; event < 25; event++) {
        await events(1)
        deliverer.notify(three)
        await sleep(Math.random() * 10)
      }
    }),
  )
  await deliverer.idle()
  expect(
    await marketplace.rows(
      "SELECT status, count(*)::int AS count, max(attempts)::int AS attempts FROM webhook_delivery WHERE endpoint_id = ANY ($1) GROUP BY status",
      [three],
    ),
  ).toEqual([{ status: "delivered", count: 600, attempts: 1 }])
})

describe("two attempts of a delivery recorded together, one with a lost lease, leave the delivery", () => {
  const [lost, holding] = [0, 1] as const
  test.each([
    ["delivered, if the one with the lease", "first", [503, 200], [lost, holding], { status: "delivered", pending: 0 }],
    ["delivered, if the one with the lease", "last", [503, 200], [holding, lost], { status: "delivered", pending: 0 }],
    ["pending, if the one without the lease", "first", [200, 503], [lost, holding], { status: "pending", pending: 1 }],
    ["pending, if the one without the lease", "last", [200, 503], [holding, lost], { status: "pending", pending: 1 }],
  ] as const)(
    "%s got a 200 (the one without the lease is recorded %s)",
    async (_what, _order, statuses, order, outcome) => {
      const [endpoint = ""] = await endpoints(1, "twice")
      await events(1)
      const limits = { perEndpoint: 20, perFailingEndpoint: 20, capacity: 20 }
      const claims = [
        ...(await claim([endpoint], limits, now)),
        ...(await claim([endpoint], limits, new Date(now.getTime() + 60_000))),
      ]
      expect(new Set(claims.map(({ lease }) => lease)).size).toBe(2)
      const recorder = new AttemptRecorder(
        () => now,
        () => undefined,
      )
      for (const index of order) {
        const claimed = claims[index]
        if (claimed)
          recorder.add({
            id: uuidv7(),
            startedAt: new Date(),
            delivery: claimed,
            requestHeaders: {},
            result: { statusCode: statuses[index], error: null, headers: {}, body: "", durationMs: 1 },
          })
      }
      await recorder.drain()
      const [delivery] = await marketplace.rows(
        "SELECT status, attempts, (SELECT count(*)::int FROM webhook_pending p WHERE p.delivery_id = d.id) AS pending FROM webhook_delivery d WHERE endpoint_id = $1",
        [endpoint],
      )
      expect(delivery).toEqual({ ...outcome, attempts: 2 })
      const numbers = await marketplace.rows(
        "SELECT number, status_code FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number",
        [claims[0]?.deliveryId],
      )
      expect(numbers).toEqual(order.map((index, place) => ({ number: place + 1, status_code: statuses[index] })))
    },
  )
})
