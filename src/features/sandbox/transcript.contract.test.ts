import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { verifyWebhook } from "@/sdk/webhooks"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

// What a program sees that tests itself in its sandbox: each run the same.

const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }
const SHARED_SKU = "FX-004"
/** Longer than a handful of deliveries take, if the machine is busy. */
const EVENTS_MS = 5_000

let lane: Lane
let receiver: WebhookReceiver
let accountId: string
let key: TestKey

beforeAll(async () => {
  lane = await Lane.open("fast", { WEBHOOK_LOOPBACK: "1" })
  receiver = await WebhookReceiver.open()
  accountId = await lane.marketplace.account()
  key = await lane.marketplace.key(accountId, { mode: "test", rateLimit: 10_000 })
})
afterEach(() => lane.marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now()"))
afterAll(async () => {
  await lane.close()
  await receiver.close()
})

interface Placed {
  number: string
  seller_orders: { id: string; number: string }[]
}

function requestId(step: number): string {
  return `00000000-0000-7000-8000-${String(step).padStart(12, "0")}`
}

/** Sends requests with request ids of their own, and writes down what comes back. */
class Transcript {
  readonly lines: string[] = []

  constructor(private readonly by: TestKey) {}

  async call<Data>(method: string, path: string, json?: object, headers: Record<string, string> = {}): Promise<Data> {
    const response = await lane.request(`/v1${path}`, {
      key: this.by,
      method,
      ...(json && { json }),
      headers: { "x-request-id": requestId(this.lines.length + 1), ...headers },
    })
    const shown = ["etag", "location", "link", "retry-after", "idempotent-replayed", "haat-sandbox-fault"].flatMap(
      (name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [`${name}: ${value}`]
      },
    )
    this.lines.push([`${method} ${path}`, response.status, ...shown, response.text].join("\n"))
    return response.json?.data as Data
  }
}

/** A SKU of the sandbox's own store that is well in stock. */
async function ownSku(by: TestKey): Promise<string> {
  await lane.request("/v1/sandbox", { key: by })
  const [variant] = await lane.marketplace.rows<{ sku: string }>(
    `SELECT v.sku FROM product_variant v JOIN world w ON w.id = v.world_id JOIN api_key k ON k.account_id = w.account_id
     WHERE k.id = $1 AND v.stock >= 10 ORDER BY v.id LIMIT 1`,
    [by.id],
  )
  if (!variant) throw new Error("the sandbox has no such variant")
  return variant.sku
}

/** A script of more than sixty requests, with Idempotency-Keys, errors, faults and three moves of the clock. */
async function runScript(by: TestKey): Promise<string[]> {
  const script = new Transcript(by)
  const sku = await ownSku(by)
  const call = script.call.bind(script)
  const place = (json: object, idempotencyKey: string) =>
    call<Placed>("POST", "/sandbox/orders", json, { "idempotency-key": idempotencyKey })
  const reads = async (): Promise<void> => {
    for (const path of [
      "/sandbox",
      "/orders?per_page=100",
      "/seller/orders?per_page=100",
      "/products?per_page=50",
      "/categories",
      "/suggestions?q=chai",
      "/me",
    ])
      await call("GET", path)
  }
  const own = (quantity = 1) => ({ buyer: "fixture", items: [{ sku, quantity }] })

  await reads()
  const whole = await place(own(2), "one")
  await place(own(2), "one")
  await place(own(3), "one")
  const sellerOrder = whole.seller_orders[0]?.number ?? ""
  await call("POST", `/sandbox/seller-orders/${sellerOrder}/ship`, PARCEL)
  for (const step of ["confirm", "pack"]) await call("POST", `/seller/orders/${sellerOrder}/${step}`)
  await call("GET", `/seller/orders/${sellerOrder}`)
  await call("POST", `/sandbox/seller-orders/${sellerOrder}/ship`, PARCEL, { "idempotency-key": "ship" })
  await call("POST", `/sandbox/seller-orders/${sellerOrder}/ship`, PARCEL, { "idempotency-key": "ship" })
  await call("PATCH", `/seller/orders/${sellerOrder}/ship`, PARCEL)
  await call("POST", "/sandbox/clock", { advance: "P1D" })
  await call("POST", `/sandbox/seller-orders/${sellerOrder}/deliver`)
  await call("POST", `/seller/orders/${sellerOrder}/refund`, { amount: 500, reason: "Chipped" })
  await call("POST", `/seller/orders/${sellerOrder}/refund`, { amount: 500, refunded_total: 0 })
  await call("POST", `/seller/orders/${sellerOrder}/refund`, {}, { "idempotency-key": "rest" })
  await call("GET", `/seller/orders/${sellerOrder}`)

  const mine = await call<Placed>("POST", "/sandbox/orders", { items: [{ sku: SHARED_SKU, quantity: 2 }, { sku }] })
  await call("GET", `/orders/${mine.number}`)
  const second = await place(own(), "two")
  const refused = second.seller_orders[0]?.id ?? ""
  await call("POST", `/seller/orders/${refused}/cancel`, { reason: "Out of stock" })
  await call("POST", `/seller/orders/${refused}/confirm`)
  for (const payment of ["pending", "failed"]) {
    const unpaid = await place({ ...own(), payment }, payment)
    await call("POST", `/seller/orders/${unpaid.seller_orders[0]?.number ?? ""}/confirm`)
  }
  for (const json of [{ items: [] }, { items: [{ sku: "none" }] }, { ...own(1_000), payment: "paid" }])
    await call("POST", "/sandbox/orders", json)

  const fault = await call<{ id: string }>("POST", "/sandbox/faults", {
    operation: "listOrders",
    status: 503,
    times: 2,
  })
  await call("POST", "/sandbox/faults", { operation: "listSellerOrders", code: "not_a_seller" })
  await call("POST", "/sandbox/faults", { event: "order.created", behaviour: "duplicate" })
  await call("GET", "/sandbox/faults")
  await call("GET", "/orders")
  await call("GET", `/sandbox/faults/${fault.id}`)
  await call("GET", "/orders")
  await call("GET", "/orders")
  await call("GET", "/seller/orders")
  await call("GET", `/sandbox/faults/${fault.id}`)
  await call("DELETE", "/sandbox/faults")
  await call("POST", "/sandbox/clock", { advance: "PT90M" }, { "idempotency-key": "move" })
  await call("POST", "/sandbox/clock", { advance: "PT90M" }, { "idempotency-key": "move" })
  await call("POST", "/sandbox/clock", { advance: "P99D" })
  for (const path of [
    "/seller/orders?sort=ship_by",
    "/seller/orders?sort=updated_at&per_page=5",
    "/seller/orders?page=2",
  ])
    await call("GET", path)
  await call("GET", "/orders/HT-2611-000000")
  await call("GET", `/products?seller=none&sort=price_asc`)
  await reads()
  return script.lines
}

/** Replaces what rightly differs: the id of an event is new in each run, since receivers remember those of old ones. */
function withoutEventIds(text: string): string {
  return text.replaceAll(/evt_[0-9a-f-]{36}/g, "evt_")
}

function reset(by: TestKey, idempotencyKey?: string) {
  return lane.request("/v1/sandbox/reset", {
    key: by,
    method: "POST",
    headers: {
      "x-request-id": requestId(0),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
  })
}
async function events(): Promise<string> {
  return (await lane.request("/v1/events?per_page=100", { key, headers: { "x-request-id": requestId(0) } })).text
}

test("a script that runs again after a reset gets the same responses, byte for byte", async () => {
  await reset(key)
  const first = await runScript(key)
  const firstEvents = await events()
  expect(first.length).toBeGreaterThan(60)
  expect((await reset(key)).status).toBe(200)
  const second = await runScript(key)
  for (const [index, line] of first.entries()) expect(second[index]).toBe(line)
  expect(second).toHaveLength(first.length)
  const secondEvents = await events()
  expect(withoutEventIds(secondEvents)).toBe(withoutEventIds(firstEvents))
  expect(secondEvents).not.toBe(firstEvents)
  process.stdout.write(`${first.length} requests were compared\n`)
})

test("the scripts of two accounts differ only in what names the account", async () => {
  const other = await lane.marketplace.account()
  const theirs = await lane.marketplace.key(other, { mode: "test", rateLimit: 10_000 })
  await reset(key)
  const [mine, others] = await Promise.all([runScript(key), runScript(theirs)])
  const statuses = (lines: string[]): string[] => lines.map((line) => line.split("\n").slice(1, 2).join())
  expect(statuses(others)).toEqual(statuses(mine))
  const ids = (lines: string[]): Set<string> =>
    new Set(lines.join("\n").match(/\b(?:ord|so|flt|sbx)_[0-9a-f-]{36}|HT-\d{4}-9\d+/g) ?? [])
  const shared = [...ids(mine)].filter((id) => ids(others).has(id))
  expect(ids(mine).size).toBeGreaterThan(40)
  expect(shared).toEqual([])
})

test("a reset forgets the Idempotency-Keys of the sandbox but its own, and no live ones", async () => {
  await reset(key)
  const sku = await ownSku(key)
  const place = async (): Promise<{ number: string; replayed: boolean }> => {
    const { json, headers } = await lane.request("/v1/sandbox/orders", {
      key,
      method: "POST",
      json: { buyer: "fixture", items: [{ sku }] },
      headers: { "idempotency-key": "again" },
    })
    return { number: String((json.data as { number?: unknown }).number), replayed: headers.has("idempotent-replayed") }
  }
  const live = await lane.marketplace.key(accountId, { scopes: ["webhooks.manage"] })
  const addLive = async (idempotencyKey: string): Promise<boolean> => {
    const { headers, status } = await lane.request("/v1/webhook-endpoints", {
      key: live,
      method: "POST",
      json: { url: receiver.url("/live"), events: ["order.created"] },
      headers: { "idempotency-key": idempotencyKey },
    })
    expect(status).toBe(201)
    return headers.has("idempotent-replayed")
  }
  const liveKeys = ["again", "test again", "test"]
  const first = await place()
  expect([first.replayed, (await place()).replayed]).toEqual([false, true])
  for (const idempotencyKey of liveKeys) expect(await addLive(idempotencyKey)).toBe(false)

  const done = await reset(key, "fresh start")
  expect(await place()).toEqual({ number: first.number, replayed: false })
  // A retry of the reset is no second reset.
  const retried = await reset(key, "fresh start")
  expect([retried.text, retried.headers.get("idempotent-replayed")]).toEqual([done.text, "true"])
  expect(await place()).toEqual({ number: first.number, replayed: true })
  for (const idempotencyKey of liveKeys) expect(await addLive(idempotencyKey)).toBe(true)
})

test("place, confirm, pack, ship, deliver and refund deliver signed events within five seconds", async () => {
  await reset(key)
  const types = [
    "order.created",
    "order.shipped",
    "order.delivered",
    "order.refunded",
    "seller.order.created",
    "seller.order.updated",
  ]
  const { json } = await lane.request("/v1/webhook-endpoints", {
    key,
    method: "POST",
    json: { url: receiver.url("/told"), events: types },
  })
  const { secret } = json.data as unknown as { secret: string }
  const sku = await ownSku(key)
  const call = (path: string, body?: object) =>
    lane.request(`/v1${path}`, { key, method: "POST", ...(body && { json: body }) })
  const number = String(
    ((await call("/sandbox/orders", { items: [{ sku }] })).json.data as { number?: unknown }).number,
  )
  const sellerOrder = `${number}-1`
  let seen = 0
  /** Waits until the next events have arrived, and returns them. */
  const next = async (step: string, expected: string[]): Promise<void> => {
    await expect
      .poll(() => receiver.at("/told").length, { timeout: EVENTS_MS, message: step })
      .toBeGreaterThanOrEqual(seen + expected.length)
    const received = receiver.at("/told").slice(seen)
    seen += received.length
    const verified = received.map(({ headers, body }) => verifyWebhook(secret, headers, body))
    expect([step, ...verified.map(({ type }) => type).sort()]).toEqual([step, ...expected])
    for (const { livemode, data } of verified)
      expect([step, livemode, String((data as { number?: unknown }).number).startsWith(number)]).toEqual([
        step,
        false,
        true,
      ])
  }
  await next("place", ["order.created", "seller.order.created", "seller.order.updated"])
  for (const [step, path, body, expected] of [
    ["confirm", `/seller/orders/${sellerOrder}/confirm`, undefined, ["seller.order.updated"]],
    ["pack", `/seller/orders/${sellerOrder}/pack`, undefined, ["seller.order.updated"]],
    ["ship", `/sandbox/seller-orders/${sellerOrder}/ship`, PARCEL, ["order.shipped", "seller.order.updated"]],
    [
      "deliver",
      `/sandbox/seller-orders/${sellerOrder}/deliver`,
      undefined,
      ["order.delivered", "seller.order.updated"],
    ],
    ["refund", `/seller/orders/${sellerOrder}/refund`, {}, ["order.refunded", "seller.order.updated"]],
  ] as const) {
    expect([step, (await call(path, body)).status]).toEqual([step, 200])
    await next(step, [...expected])
  }
})
