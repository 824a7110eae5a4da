import { afterAll, beforeAll, expect, test } from "vitest"
import { ROUTES } from "@/api/served"
import { storedKey } from "@/platform/idempotency"
import { type ApiResponse, Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

/** An operation with two requests that it accepts, and one that it refuses once it has begun. */
interface Write {
  operation: string
  by?: "operator" | "sandbox" | "seller"
  first: Sent
  /** Null if the operation has neither a body nor a path that can differ. */
  other: Sent | null
  refused?: Sent | undefined
}
interface Sent {
  path: string
  json?: object | undefined
}

/** Tested by src/webhooks/endpoints. */
const WEBHOOKS = /^\S+ \/webhook-/

let lane: Lane
let keys: Record<"operator" | "sandbox" | "seller", TestKey>
let accounts: Record<"operator" | "sandbox" | "seller", string>
let writes: Write[]

const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }

beforeAll(async () => {
  lane = await Lane.lease("fast")
  const owner = await lane.marketplace.account()
  const customer = await lane.marketplace.account({ email: "repeat-buyer@example.in" })
  const store = await lane.marketplace.store("Repeat Haat", { owner })
  const operator = await lane.marketplace.operatorKey()
  const [operators] = await lane.marketplace.rows<{ account_id: string }>(
    "SELECT account_id FROM operator_key WHERE id = $1",
    [operator.id],
  )
  keys = {
    operator,
    seller: await lane.marketplace.key(owner),
    sandbox: await lane.marketplace.key(owner, { mode: "test" }),
  }
  accounts = { operator: operators?.account_id ?? "", seller: owner, sandbox: owner }
  const product = await lane.marketplace.product({ name: "Repeat Makhana", store, stock: 1_000 })
  const sellerOrder = async (status: "pending" | "confirmed" | "packed" | "shipped"): Promise<string> => {
    const { sellerOrders } = await lane.marketplace.order({ account: customer, stores: [store], status })
    return sellerOrders[0]?.number ?? ""
  }
  const step = async (
    name: string,
    status: "pending" | "confirmed",
    refused: "pending" | "packed" | "shipped",
    json?: object,
  ) => ({
    operation: `POST /seller/orders/{id}/${name}`,
    first: { path: `/seller/orders/${await sellerOrder(status)}/${name}`, json },
    other: { path: `/seller/orders/${await sellerOrder(status)}/${name}`, json },
    refused: { path: `/seller/orders/${await sellerOrder(refused)}/${name}`, json },
  })
  const sku = `SKU-${product}`
  const order = (reference: string) => ({
    external_id: reference,
    buyer: { email: "repeat-buyer@example.in", name: "Asha" },
    items: [{ sku: "NO-SUCH-SKU", quantity: 1 }],
    address: {
      name: "Asha Jha",
      phone: "+919000000001",
      line1: "14 Lalbagh",
      city: "Darbhanga",
      district: "Darbhanga",
      state: "Bihar",
      pincode: "846004",
    },
    payment: { method: "upi", status: "paid" },
  })
  const sandboxSku = await sandboxProduct()
  const sandboxParts = await Promise.all([1, 2, 3, 4, 5].map(() => sandboxOrder(sandboxSku)))
  for (const id of sandboxParts.slice(2)) await send("sandbox", `/sandbox/seller-orders/${id}/ship`, { json: PARCEL })
  const [toShip, alsoToShip, toDeliver, alsoToDeliver] = sandboxParts
  writes = [
    await step("confirm", "pending", "packed"),
    await step("pack", "confirmed", "pending"),
    await step("cancel", "confirmed", "shipped", { reason: "Out of stock" }),
    { ...(await step("refund", "confirmed", "packed", { amount: 500 })), refused: undefined },
    {
      operation: "PATCH /seller/orders/{id}/ship",
      first: { path: `/seller/orders/${await sellerOrder("packed")}/ship`, json: PARCEL },
      other: { path: `/seller/orders/${await sellerOrder("packed")}/ship`, json: PARCEL },
      refused: { path: `/seller/orders/${await sellerOrder("pending")}/ship`, json: PARCEL },
    },
    {
      operation: "POST /seller/shipments",
      first: { path: "/seller/shipments", json: { shipments: [{}, { id: await sellerOrder("packed"), ...PARCEL }] } },
      other: { path: "/seller/shipments", json: { shipments: [{ id: await sellerOrder("packed"), ...PARCEL }] } },
    },
    {
      operation: "PATCH /seller/offers",
      first: { path: "/seller/offers", json: { offers: [{ sku, stock: 900 }] } },
      other: { path: "/seller/offers", json: { offers: [{ sku, stock: 901 }] } },
    },
    {
      operation: "POST /internal/orders",
      by: "operator",
      first: { path: "/internal/orders", json: { orders: [order("repeat-1")] } },
      other: { path: "/internal/orders", json: { orders: [order("repeat-2")] } },
    },
    {
      operation: "POST /internal/payments",
      by: "operator",
      first: { path: "/internal/payments", json: { payments: [{ external_id: "repeat-1", status: "paid" }] } },
      other: { path: "/internal/payments", json: { payments: [{ external_id: "repeat-2", status: "paid" }] } },
    },
    {
      operation: "POST /internal/deliveries",
      by: "operator",
      first: { path: "/internal/deliveries", json: { deliveries: [{ external_id: "r-1", seller_order: "x" }] } },
      other: { path: "/internal/deliveries", json: { deliveries: [{ external_id: "r-2", seller_order: "x" }] } },
    },
    {
      operation: "POST /sandbox/orders",
      by: "sandbox",
      first: { path: "/sandbox/orders", json: { items: [{ sku: sandboxSku }] } },
      other: { path: "/sandbox/orders", json: { items: [{ sku: sandboxSku, quantity: 2 }] } },
      refused: { path: "/sandbox/orders", json: { items: [{ sku: "NO-SUCH-SKU" }] } },
    },
    {
      operation: "POST /sandbox/seller-orders/{id}/ship",
      by: "sandbox",
      first: { path: `/sandbox/seller-orders/${toShip}/ship`, json: PARCEL },
      other: { path: `/sandbox/seller-orders/${alsoToShip}/ship`, json: PARCEL },
      refused: { path: `/sandbox/seller-orders/${toDeliver}/ship`, json: PARCEL },
    },
    {
      operation: "POST /sandbox/seller-orders/{id}/deliver",
      by: "sandbox",
      first: { path: `/sandbox/seller-orders/${toDeliver}/deliver` },
      other: { path: `/sandbox/seller-orders/${alsoToDeliver}/deliver` },
      refused: { path: `/sandbox/seller-orders/${alsoToShip}/deliver` },
    },
    {
      operation: "POST /sandbox/faults",
      by: "sandbox",
      first: { path: "/sandbox/faults", json: { event: "order.shipped", behaviour: "duplicate" } },
      other: { path: "/sandbox/faults", json: { event: "order.delivered", behaviour: "duplicate" } },
    },
    {
      operation: "POST /sandbox/clock",
      by: "sandbox",
      first: { path: "/sandbox/clock", json: { advance: "PT1H" } },
      other: { path: "/sandbox/clock", json: { advance: "PT2H" } },
      refused: { path: "/sandbox/clock", json: { advance: "PT0S" } },
    },
    { operation: "POST /sandbox/reset", by: "sandbox", first: { path: "/sandbox/reset" }, other: null },
  ]
})
afterAll(() => lane.close())

function send(by: keyof typeof keys, path: string, { json }: { json?: object | undefined } = {}, key?: string) {
  const method = path === "/seller/offers" || /^\/seller\/orders\/[^/]+\/ship$/.test(path) ? "PATCH" : "POST"
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key }
  return by === "operator"
    ? sendInternal(path, json ?? {}, headers)
    : lane.request(`/v1${path}`, { key: keys[by], method, ...(json && { json }), headers })
}

/** The operator's operations are not in the public description. */
async function sendInternal(path: string, json: object, headers: Record<string, string>): Promise<ApiResponse> {
  const response = await fetch(`${lane.url}/v1${path}`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${keys.operator.secret}`, "content-type": "application/json" },
    body: JSON.stringify(json),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as ApiResponse["json"] }
}

async function sandboxProduct(): Promise<string> {
  await lane.request("/v1/sandbox", { key: keys.sandbox })
  const [variant] = await lane.marketplace.rows<{ sku: string }>(
    "SELECT sku FROM product_variant v JOIN world w ON w.id = v.world_id WHERE w.account_id = $1 AND stock >= 5 ORDER BY v.id LIMIT 1",
    [accounts.sandbox],
  )
  return variant?.sku ?? ""
}

async function sandboxOrder(sku: string): Promise<string> {
  const { json } = await send("sandbox", "/sandbox/orders", { json: { items: [{ sku }] } })
  const { seller_orders: sellerOrders } = json.data as unknown as { seller_orders: { number: string }[] }
  const number = sellerOrders[0]?.number ?? ""
  await send("sandbox", `/seller/orders/${number}/confirm`)
  return number
}

/** What a repetition has as the first response had it. */
function lasting({ status, headers, text }: ApiResponse) {
  return {
    status,
    text: status < 400 ? text : text.replace(/"request_id":"[^"]*"/, ""),
    headers: ["content-type", "location", "etag", "link", "cache-control", "haat-sandbox-fault"].map((name) =>
      headers.get(name),
    ),
  }
}

test("every write with Idempotency-Key is tested here or with the webhooks", () => {
  const idempotent = ROUTES.filter(({ meta }) => meta.openapi.idempotent).map(({ operation }) => operation)
  expect(idempotent.filter((operation) => !WEBHOOKS.test(operation)).sort()).toEqual(
    writes.map(({ operation }) => operation).sort(),
  )
  const writing = ROUTES.filter(({ meta }) => meta.openapi.method !== "GET" && meta.openapi.method !== "DELETE")
  expect(writing.map(({ operation }) => operation).filter((operation) => !WEBHOOKS.test(operation))).toEqual(
    idempotent.filter((operation) => !WEBHOOKS.test(operation)),
  )
})

test("a repetition has the status, the headers and the body of the first response", async () => {
  for (const { operation, by = "seller", first, refused } of writes) {
    for (const sent of [first, ...(refused ? [refused] : [])]) {
      const key = `repeat ${operation} ${sent.path}${sent === refused ? " refused" : ""}`
      const original = await send(by, sent.path, sent, key)
      expect([operation, original.status < 400, original.headers.get("idempotent-replayed")]).toEqual([
        operation,
        sent === first,
        null,
      ])
      const repeated = await send(by, sent.path, sent, key)
      expect([operation, lasting(repeated)]).toEqual([operation, lasting(original)])
      expect([operation, repeated.headers.get("idempotent-replayed")]).toEqual([operation, "true"])
      if (sent.json && sent === first && operation !== "POST /sandbox/reset") {
        const other = await send(by, sent.path, { json: { ...sent.json, note: "another body" } }, key)
        expect([operation, other.status, other.json.error.code]).toEqual([operation, 422, "idempotency_key_reused"])
      }
    }
  }
})

test("another request with the same key is refused, and changes nothing", async () => {
  for (const { operation, by = "seller", other } of writes) {
    if (!other) continue
    const { first } = writes.find((write) => write.operation === operation) ?? { first: other }
    const key = `other ${operation}`
    await send(by, first.path, first, key)
    const refused = await send(by, other.path, other, key)
    expect([operation, refused.status, refused.json.error.code]).toEqual([operation, 422, "idempotency_key_reused"])
  }
})

test("a key whose request is still being worked on gets 409", async () => {
  const client = await lane.marketplace.db.connect()
  try {
    for (const { operation, by = "seller", first } of writes) {
      const key = `running ${operation}`
      const stored = storedKey(key, by !== "sandbox")
      const name = operation === "POST /seller/shipments" ? `${stored}\n1` : stored
      await client.query("BEGIN")
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `idempotency:${accounts[by]}:${name}`,
      ])
      const { status, json } = await send(by, first.path, first, key)
      await client.query("ROLLBACK")
      expect([operation, status, json.error?.code]).toEqual([operation, 409, "idempotency_in_progress"])
    }
  } finally {
    client.release()
  }
})
