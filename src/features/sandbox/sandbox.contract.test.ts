import { setTimeout as sleep } from "node:timers/promises"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { recordEvent } from "@/webhooks/events/record-events"

let lane: Lane
let receiver: WebhookReceiver
let accountId: string
let key: TestKey

beforeAll(async () => {
  lane = await Lane.open("fast", { WEBHOOK_LOOPBACK: "1" })
  receiver = await WebhookReceiver.open()
  accountId = await lane.marketplace.account()
  key = await lane.marketplace.key(accountId, { mode: "test" })
})
afterAll(async () => {
  await lane.close()
  await receiver.close()
})

interface Sandbox {
  id: string
  epoch: string
  clock: string
  store: string
  counts: { products: number; orders: number; seller_orders: number }
  faults: object[]
}

function call(
  method: string,
  path: string,
  json?: object,
  options: { key?: TestKey; headers?: Record<string, string> } = {},
) {
  return lane.request(`/v1${path}`, { key, method, ...(json && { json }), ...options })
}
async function sandbox(by = key): Promise<Sandbox> {
  return (await call("GET", "/sandbox", undefined, { key: by })).json.data as unknown as Sandbox
}
function moveClock(json: object, headers: Record<string, string> = {}) {
  return call("POST", "/sandbox/clock", json, { headers })
}
function reset(headers: Record<string, string> = {}) {
  return call("POST", "/sandbox/reset", undefined, { headers })
}
function testEvent() {
  return recordEvent(lane.marketplace.db, {
    type: "order.created",
    audience: { accountId },
    livemode: false,
    subjectId: uuidv7(),
    data: { id: "ord_1" },
  })
}
async function addEndpoint(path: string): Promise<string> {
  const { json } = await call("POST", "/webhook-endpoints", { url: receiver.url(path), events: ["order.created"] })
  return String((json.data as { id?: unknown }).id)
}
async function endpoint(id: string) {
  return (await call("GET", `/webhook-endpoints/${id}`)).json.data
}

test("a sandbox is described, and is nobody else's", async () => {
  const mine = await sandbox()
  expect(mine).toEqual({
    id: expect.stringMatching(/^sbx_/) as string,
    epoch: expect.stringMatching(/T04:30:00\.000Z$/) as string,
    clock: mine.epoch,
    store: expect.stringMatching(/^your-sandbox-store-/) as string,
    counts: { products: 214, orders: 12, seller_orders: expect.any(Number) as number },
    faults: [],
  })
  const stranger = await lane.marketplace.key(await lane.marketplace.account(), { mode: "test" })
  const theirs = await sandbox(stranger)
  expect([theirs.id === mine.id, theirs.store === mine.store]).toEqual([false, false])
  await moveClock({ advance: "PT1H" })
  expect(await sandbox(stranger)).toEqual(theirs)
})

test("the clock stands still, moves forward as requested, and no further than allowed", async () => {
  await reset()
  const { epoch } = await sandbox()
  const at = (days: number) => new Date(Date.parse(epoch) + days * 86_400_000).toISOString()
  await sleep(20)
  expect((await sandbox()).clock).toBe(epoch)
  expect((await moveClock({ advance: "P3D" })).json.data).toMatchObject({ clock: at(3), epoch })
  expect((await moveClock({ to: at(5) })).json.data).toMatchObject({ clock: at(5) })
  for (const [json, param, code] of [
    [{ to: at(4) }, "to", "too_small"],
    [{ to: at(5) }, "to", "too_small"],
    [{ advance: "PT0S" }, "advance", "too_small"],
    [{ advance: "P61D" }, "advance", "too_big"],
    [{ to: at(66) }, "to", "too_big"],
    [{ advance: "P1M" }, "advance", "invalid_format"],
    [{ advance: "three days" }, "advance", "invalid_format"],
    [{}, "advance", "required"],
    [{ advance: "P1D", to: at(6) }, "advance", "required"],
  ] as const)
    expect((await moveClock(json)).json.error.details, JSON.stringify(json)).toMatchObject([{ param, code }])
  for (let days = 5; days + 60 <= 730; days += 60) expect((await moveClock({ advance: "P60D" })).status).toBe(200)
  expect((await moveClock({ advance: "P6D" })).json.error.details).toMatchObject([
    { param: "advance", code: "too_big" },
  ])
})

test("an Idempotency-Key moves the clock once", async () => {
  await reset()
  const headers = { "idempotency-key": "three-days" }
  const first = await moveClock({ advance: "P3D" }, headers)
  const second = await moveClock({ advance: "P3D" }, headers)
  expect([second.text, second.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
  expect((await sandbox()).clock).toBe((first.json.data as unknown as Sandbox).clock)
})

test("moving the clock really makes the attempts that fall due", async () => {
  await reset()
  const id = await addEndpoint("/dead")
  receiver.reply("/dead", 500)
  // Attempts that were due within four seconds of each other count as one failure, so three events need not suffice.
  for (let event = 0; event < 5; event++) await testEvent()
  // The clock moves what has been recorded, not an attempt that is under way.
  const attempted = async (): Promise<number> =>
    ((await call("GET", `/webhook-deliveries?endpoint=${id}`)).json.data as unknown as { attempts: number }[]).filter(
      ({ attempts }) => attempts > 0,
    ).length
  await expect.poll(attempted, { timeout: 30_000 }).toBe(5)
  const began = performance.now()
  expect((await moveClock({ advance: "P3D" })).status).toBe(200)
  await expect.poll(async () => (await endpoint(id)).status, { timeout: 60_000 }).toBe("disabled")
  expect(await endpoint(id)).toMatchObject({ disabled_reason: "failing", failures_in_a_row: 20 })
  process.stdout.write(`three days of a dead endpoint took ${Math.round(performance.now() - began)} ms\n`)
  await call("DELETE", `/webhook-endpoints/${id}`)
})

test("a fault duplicates the deliveries of an event", async () => {
  const id = await addEndpoint("/twice")
  const { json } = await call("POST", "/sandbox/faults", { event: "order.created", behaviour: "duplicate" })
  await testEvent()
  await expect.poll(() => receiver.at("/twice").length, { timeout: 30_000 }).toBe(2)
  const [first, second] = receiver.at("/twice")
  expect([second?.headers["webhook-id"], second?.headers["haat-sandbox-fault"]]).toEqual([
    first?.headers["webhook-id"],
    (json.data as { id?: unknown }).id,
  ])
  await call("DELETE", `/webhook-endpoints/${id}`)
})

test.each<[string, object, string, string]>([
  ["neither an operation nor an event", { status: 503 }, "operation", "required"],
  ["both", { operation: "listOrders", event: "order.created", status: 503 }, "operation", "required"],
  ["an event without a behaviour", { event: "order.created" }, "behaviour", "required"],
  [
    "an event with an error",
    { event: "order.created", behaviour: "duplicate", status: 503 },
    "status",
    "invalid_value",
  ],
  ["a delay of nothing", { event: "order.created", behaviour: "delay" }, "delay_ms", "required"],
  ["a late duplicate", { event: "order.created", behaviour: "duplicate", delay_ms: 5 }, "delay_ms", "invalid_value"],
  [
    "an operation with a behaviour",
    { operation: "listOrders", behaviour: "delay", delay_ms: 5 },
    "behaviour",
    "invalid_value",
  ],
])("a fault of %s is refused", async (_, json, param, code) => {
  expect((await call("POST", "/sandbox/faults", json)).json.error.details).toMatchObject([{ param, code }])
})

test("a reset brings back the lists, byte for byte", async () => {
  await reset()
  const lists = async () =>
    Promise.all(
      ["/orders?per_page=100", "/seller/orders?per_page=100", "/products?per_page=100", "/events", "/sandbox"].map(
        async (path) => (await call("GET", path, undefined, { headers: { "x-request-id": "the-same-request" } })).text,
      ),
    )
  const before = await lists()
  await testEvent()
  await moveClock({ advance: "P2D" })
  await call("POST", "/sandbox/faults", { operation: "listOrders", status: 503, times: 5 })
  await lane.marketplace.rows(
    "UPDATE product_variant SET stock = 0, price = 100 WHERE world_id IN (SELECT id FROM world WHERE account_id = $1)",
    [accountId],
  )
  await lane.marketplace.rows(
    "UPDATE seller_order SET status = 'confirmed', version = version + 1 WHERE status = 'pending' AND world_id IN (SELECT id FROM world WHERE account_id = $1)",
    [accountId],
  )
  expect(await lane.marketplace.rows("SELECT FROM webhook_event WHERE account_id = $1", [accountId])).toHaveLength(1)
  const durations: number[] = []
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    expect((await reset()).status).toBe(200)
    durations.push(Math.round(performance.now() - began))
  }
  process.stdout.write(`resets took ${durations.join(", ")} ms\n`)
  expect(await lists()).toEqual(before)
})

test("concurrent resets leave one complete sandbox, and an Idempotency-Key resets once", async () => {
  const statuses = (await Promise.all([reset(), reset(), reset()])).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200])
  expect((await sandbox()).counts).toMatchObject({ products: 214, orders: 12 })
  const headers = { "idempotency-key": "one-reset" }
  await reset(headers)
  await moveClock({ advance: "P1D" })
  expect((await reset(headers)).headers.get("idempotent-replayed")).toBe("true")
  expect((await sandbox()).clock).not.toBe((await sandbox()).epoch)
})

test("live keys are refused, and every test key is not", async () => {
  const live = await lane.marketplace.key(accountId)
  for (const [method, path, json] of [
    ["GET", "/sandbox", undefined],
    ["POST", "/sandbox/reset", undefined],
    ["POST", "/sandbox/clock", { advance: "P1D" }],
  ] as const) {
    const refused = await call(method, path, json, { key: live })
    expect([path, refused.status, refused.json.error.code]).toEqual([path, 403, "test_key_required"])
  }
  const narrow = await lane.marketplace.key(accountId, { mode: "test", scopes: ["catalog.read"] })
  expect((await call("POST", "/sandbox/reset", undefined, { key: narrow })).status).toBe(200)
})
