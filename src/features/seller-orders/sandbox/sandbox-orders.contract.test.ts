import { afterAll, beforeAll, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }
const FIXTURE_SKU = "FX-004"

let lane: Lane
let key: TestKey
let ownSku: string

beforeAll(async () => {
  lane = await Lane.open("fast")
  const account = await lane.marketplace.account()
  key = await lane.marketplace.key(account, { mode: "test" })
  await call("GET", "/sandbox")
  const [variant] = await lane.marketplace.rows<{ sku: string }>(
    "SELECT sku FROM product_variant v JOIN world w ON w.id = v.world_id WHERE w.account_id = $1 AND stock >= 5 ORDER BY v.id LIMIT 1",
    [account],
  )
  ownSku = variant?.sku ?? ""
})
afterAll(() => lane.close())

function call(method: string, path: string, json?: object, headers: Record<string, string> = {}, by = key) {
  return lane.request(`/v1${path}`, { key: by, method, ...(json && { json }), headers })
}
function place(json: object, headers: Record<string, string> = {}) {
  return call("POST", "/sandbox/orders", json, headers)
}

interface Placed {
  id: string
  number: string
  seller_orders: { id: string; number: string; store: string }[]
}

test("the account orders from the shared stores, and reads its order", async () => {
  const { status, json } = await place({ items: [{ sku: FIXTURE_SKU, quantity: 2 }] })
  expect(status).toBe(200)
  const placed = json.data as unknown as Placed
  expect((await call("GET", `/orders/${placed.number}`)).json.data).toMatchObject({
    id: placed.id,
    status: "pending",
    payment_status: "paid",
    livemode: false,
    item_count: 2,
  })
  expect((await call("GET", "/events")).json.data[0]).toMatchObject({ type: "order.created", livemode: false })
})

test("an invented person orders, and the order goes its whole way", async () => {
  const { json } = await place({ buyer: "fixture", items: [{ sku: ownSku }] })
  const placed = json.data as unknown as Placed
  const [sellerOrder] = placed.seller_orders
  if (!sellerOrder) throw new Error("the order has no part")
  expect((await call("GET", `/orders/${placed.number}`)).status).toBe(404)
  const steps = async (path: string, body?: object) => {
    const response = await call("POST", path, body)
    return [
      response.status,
      (response.json.data as { status?: unknown } | undefined)?.status ?? response.json.error.code,
    ]
  }
  const own = `/sandbox/seller-orders/${sellerOrder.number}`
  expect(await steps(`${own}/ship`, PARCEL)).toEqual([409, "invalid_state"])
  expect(await steps(`/seller/orders/${sellerOrder.number}/confirm`)).toEqual([200, "confirmed"])
  expect(await steps(`${own}/deliver`)).toEqual([409, "invalid_state"])
  expect(await steps(`${own}/ship`, PARCEL)).toEqual([200, "shipped"])
  expect(await steps(`${own}/ship`, PARCEL)).toEqual([409, "invalid_state"])
  expect(await steps(`/sandbox/seller-orders/${sellerOrder.id}/deliver`)).toEqual([200, "delivered"])
  expect((await call("GET", `/seller/orders/${sellerOrder.number}`)).json.data).toMatchObject({
    status: "delivered",
    livemode: false,
    shipment: { awb: "PX-1" },
  })
})

test.each(["pending", "failed"] as const)("an order whose payment is %s cannot be confirmed", async (payment) => {
  const { json } = await place({ buyer: "fixture", items: [{ sku: ownSku }], payment })
  const placed = json.data as unknown as Placed & { payment_status: string }
  const sellerOrder = placed.seller_orders[0]?.number ?? ""
  expect(placed.payment_status).toBe(payment)
  expect((await call("GET", `/seller/orders/${sellerOrder}`)).json.data).toMatchObject({ payment_status: payment })
  expect((await call("POST", `/seller/orders/${sellerOrder}/confirm`)).json.error.code).toBe("invalid_state")
})

test("an Idempotency-Key places, ships and delivers once", async () => {
  const headers = { "idempotency-key": "one-order" }
  const first = await place({ buyer: "fixture", items: [{ sku: ownSku }] }, headers)
  const second = await place({ buyer: "fixture", items: [{ sku: ownSku }] }, headers)
  expect([second.text, second.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
  const sellerOrder = (first.json.data as unknown as Placed).seller_orders[0]?.number ?? ""
  await call("POST", `/seller/orders/${sellerOrder}/confirm`)
  for (const [step, body] of [
    ["ship", PARCEL],
    ["deliver", undefined],
  ] as const) {
    const once = await call("POST", `/sandbox/seller-orders/${sellerOrder}/${step}`, body, { "idempotency-key": step })
    const again = await call("POST", `/sandbox/seller-orders/${sellerOrder}/${step}`, body, { "idempotency-key": step })
    expect([step, once.status, again.json, again.headers.get("idempotent-replayed")]).toEqual([
      step,
      200,
      once.json,
      "true",
    ])
  }
})

test("an order of unavailable products is rejected and reserves nothing", async () => {
  const stock = () =>
    lane.marketplace.rows("SELECT id, stock FROM product_variant WHERE sku = ANY ($1) ORDER BY id", [
      [ownSku, FIXTURE_SKU],
    ])
  const before = await stock()
  for (const [json, status, param] of [
    [{ items: [{ sku: "nothing" }] }, 422, "items.0.sku"],
    [{ items: [{ sku: ownSku }, { sku: "nothing" }] }, 422, "items.1.sku"],
    [{ buyer: "fixture", items: [{ sku: FIXTURE_SKU }] }, 422, "items.0.sku"],
    [{ items: [] }, 422, "items"],
  ] as const) {
    const refused = await place(json)
    expect([refused.status, refused.json.error.details[0]?.param]).toEqual([status, param])
  }
  const many = { items: [{ sku: ownSku }, { sku: FIXTURE_SKU, quantity: 1_000 }] }
  expect((await place(many, { "idempotency-key": "too-many" })).json.error.code).toBe("invalid_state")
  expect(await stock()).toEqual(before)
})

test("orders of another sandbox are not found, and live keys are refused", async () => {
  const other = await lane.marketplace.account()
  const stranger = await lane.marketplace.key(other, { mode: "test" })
  const live = await lane.marketplace.key(other)
  const { json } = await place({ buyer: "fixture", items: [{ sku: ownSku }] })
  const sellerOrder = (json.data as unknown as Placed).seller_orders[0]?.id ?? ""
  for (const [by, status] of [
    [stranger, 404],
    [live, 403],
  ] as const) {
    expect((await call("POST", `/sandbox/seller-orders/${sellerOrder}/ship`, PARCEL, {}, by)).status).toBe(status)
    expect((await call("POST", `/sandbox/seller-orders/${sellerOrder}/deliver`, undefined, {}, by)).status).toBe(status)
  }
  expect((await call("POST", "/sandbox/orders", { items: [{ sku: FIXTURE_SKU }] }, {}, live)).json.error.code).toBe(
    "test_key_required",
  )
})
