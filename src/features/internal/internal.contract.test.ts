import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { runCommand } from "@/testing/fixtures/command"
import { Conformance, type Description } from "@/testing/fixtures/conformance"
import { TestMarketplace, type TestKey } from "@/testing/fixtures/marketplace"
import { wrongSecret } from "@/testing/fixtures/wrong-secret"

let database: TestDatabase
let marketplace: TestMarketplace
let server: TestServer
let conformance: Conformance
let key: TestKey
let stores: number[]
let buyer: { id: string; email: string; key: TestKey }
let seller: TestKey

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  server = await startServer({ lane: "fast", databaseUrl: database.url })
  key = await marketplace.operatorKey()
  const owner = await marketplace.account()
  stores = [await marketplace.store("Mithila Haat", { owner }), await marketplace.store("Kosi Bazaar")]
  seller = await marketplace.key(owner)
  const email = "asha@example.in"
  const id = await marketplace.account({ email })
  buyer = { id, email, key: await marketplace.key(id) }
  await marketplace.rows(
    "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted, status, disabled_reason) SELECT gen_random_uuid(), a, 'https://x.example/', '{order.created,order.delivered,order.cancelled,seller.order.created,seller.order.updated}', true, '\\x00', 'disabled', 'failing' FROM unnest($1::uuid[]) a",
    [[owner, id]],
  )
  const description = await call("/v1/internal/openapi.json", {})
  conformance = new Conformance(description.json as unknown as Description)
})
afterAll(async () => {
  await server.kill()
  await marketplace.close()
  await database.drop()
})

interface Result {
  external_id: string | null
  outcome: string
  error: { code: string; message: string; details: { param: string }[] } | null
  order: {
    id: string
    number: string
    payment_status?: string
    seller_orders: { id: string; number: string; store: string }[]
  } | null
  seller_order?: { id: string; status: string } | null
}
interface Body {
  data: Result[]
  error?: { code: string }
}

async function call(
  path: string,
  {
    by = key.secret,
    json,
    headers = {},
    url = server.url,
  }: { by?: string | null; json?: unknown; headers?: Record<string, string>; url?: string },
) {
  const response = await fetch(url + path, {
    method: json === undefined ? "GET" : "POST",
    headers: {
      ...(by !== null && { authorization: `Bearer ${by}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const body = (await response.json()) as Body
  return { status: response.status, headers: response.headers, json: body }
}
async function post(
  what: "orders" | "payments" | "deliveries",
  items: unknown[],
  headers: Record<string, string> = {},
  url = server.url,
) {
  const path = `/v1/internal/${what}`
  const response = await call(path, { json: { [what]: items }, headers, url })
  expect(conformance.check("POST", path, response.status, response.json)).toEqual([])
  return response
}
function outcomes({ json }: { json: Body }) {
  return json.data.map(({ external_id: id, outcome, error }) => `${id} ${error?.code ?? outcome}`)
}

const ADDRESS = {
  name: "Asha Jha",
  phone: "+919000000001",
  line1: "14 Lalbagh",
  city: "Darbhanga",
  district: "Darbhanga",
  state: "Bihar",
  pincode: "846004",
}
let made = 0
/** The SKU of the only variant of a new product. */
async function sku(store = 0, stock = 5, price = 10_000): Promise<string> {
  const id = await marketplace.product({ name: `Product ${++made}`, store: stores[store] ?? 0, stock, price })
  return `SKU-${id}`
}
function order(externalId: string, items: object[], more: object = {}) {
  return {
    external_id: externalId,
    buyer: { email: buyer.email },
    items,
    address: ADDRESS,
    payment: { method: "upi" },
    ...more,
  }
}
async function stockOf(name: string) {
  return (await marketplace.rows<{ stock: number }>("SELECT stock FROM product_variant WHERE sku = $1", [name]))[0]
    ?.stock
}
async function eventsOf(order: string | undefined) {
  return (
    await marketplace.rows<{ type: string }>(
      `SELECT e.type FROM webhook_event e WHERE e.subject_id IN (SELECT id FROM customer_order WHERE number = $1 UNION SELECT p.id FROM seller_order p
         JOIN customer_order o ON o.id = p.order_id WHERE o.number = $1) ORDER BY e.id`,
      [order],
    )
  ).map(({ type }) => type)
}

describe("who may call", () => {
  const body = { orders: [] }
  test("the operator's keys only, and only below /internal", async () => {
    const path = "/v1/internal/orders"
    const account = await marketplace.account()
    const live = await marketplace.key(account)
    const status = async (by: string | null, at = path) => {
      const response = await call(at, { by, ...(at === path && { json: body }) })
      return `${response.status} ${response.json.error?.code}`
    }
    expect(await status(null)).toBe("401 authentication_required")
    expect(await status(wrongSecret(key.secret))).toBe("401 invalid_token")
    expect(await status(live.secret)).toBe("403 insufficient_scope")
    expect(await status(key.secret)).toBe("422 validation_failed")
    expect(await status(key.secret, "/v1/orders")).toBe("403 insufficient_scope")
    const revoked = await marketplace.operatorKey()
    await marketplace.rows("UPDATE operator_key SET revoked_at = now() WHERE id = $1", [revoked.id])
    expect(await status(revoked.secret)).toBe("401 token_revoked")
  })

  test("a request that was forwarded from elsewhere is refused, whatever its credential", async () => {
    for (const by of [key.secret, null])
      for (const path of ["orders", "openapi.json", "nothing"]) {
        const { status, json } = await call(`/v1/internal/${path}`, {
          by,
          headers: { "x-forwarded-for": "203.0.113.5" },
        })
        expect([status, json.error?.code]).toEqual([403, "ip_not_allowed"])
      }
    expect((await call("/v1/internal/openapi.json", { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(200)
  })

  test.each(["fast", "next"] as const)("INTERNAL_ALLOWED_NETWORKS behind a trusted proxy (%s)", async (lane) => {
    const behind = await startServer({
      lane,
      databaseUrl: database.url,
      env: { TRUST_PROXY: "1", INTERNAL_ALLOWED_NETWORKS: "10.0.0.0/8, 2001:db8::/32" },
    })
    const from = async (ip: string) => {
      const { status } = await call("/v1/internal/orders", {
        json: body,
        url: behind.url,
        headers: { "x-forwarded-for": ip },
      })
      return status
    }
    try {
      expect(await from("10.1.2.3")).toBe(422)
      expect(await from("203.0.113.5, 10.1.2.3")).toBe(422)
      expect(await from("2001:db8::7")).toBe(422)
      expect(await from("10.1.2.3, 203.0.113.5")).toBe(403)
      expect(await from("127.0.0.1")).toBe(403)
    } finally {
      await behind.kill()
    }
  })

  test("the public description does not have these operations", async () => {
    const { json } = await call("/v1/openapi.json", {})
    expect(JSON.stringify(json)).not.toMatch(/internal\/orders|InternalOrder/)
  })
})

describe("a batch of orders", () => {
  test("each order has a result of its own; events are what the API returns", async () => {
    const [makhana, saree] = [await sku(0, 3, 29_900), await sku(1, 1, 90_000)]
    const items = [
      order(
        "A-1",
        [
          { sku: makhana, quantity: 2, unit_price: 25_000 },
          { sku: saree, quantity: 1 },
        ],
        { discount: 1_000 },
      ),
      order("A-2", [{ sku: saree, quantity: 1 }]),
      order("A-3", [{ sku: "NONE", quantity: 1 }]),
      { ...order("A-4", [{ sku: makhana, quantity: 0 }]), address: { ...ADDRESS, pincode: "046004" } },
      order("A-5", [{ product_id: Number(makhana.slice(4)), quantity: 1 }], {
        buyer: { account_id: `acc_${buyer.id}` },
      }),
      order("A-1", [{ sku: makhana, quantity: 1 }]),
      order("A-6", [{ sku: makhana, quantity: 1 }], { buyer: { email: "nobody@example.in" } }),
      "no order",
      order("A-7", [{ sku: makhana, quantity: 1 }], { discount: 99_999_999 }),
    ]
    const response = await post("orders", items)
    expect(response.status).toBe(200)
    expect(outcomes(response)).toEqual([
      "A-1 done",
      "A-2 out_of_stock",
      "A-3 not_found",
      "A-4 validation_failed",
      "A-5 done",
      "A-1 duplicate_external_id",
      "A-6 not_found",
      "null validation_failed",
      "A-7 out_of_stock",
    ])
    expect(response.json.data[3]?.error?.details.map(({ param }) => param).sort()).toEqual([
      "address.pincode",
      "items.0.quantity",
    ])
    expect([await stockOf(makhana), await stockOf(saree)]).toEqual([0, 0])

    const placed = response.json.data[0]?.order
    const bought = await call(`/v1/orders/${placed?.number}`, { by: buyer.key.secret })
    const { delivery_address: address, ...data } = bought.json.data as unknown as Record<string, unknown>
    expect(address).toMatchObject(ADDRESS)
    expect(data).toMatchObject({
      subtotal: 140_000,
      discount_total: 1_000,
      payment_status: "pending",
      status: "pending",
    })
    const events = await marketplace.rows<{ type: string; data: unknown; deliveries: number }>(
      `SELECT e.type, e.data, (SELECT count(*)::int FROM webhook_delivery d WHERE d.event_id = e.id) AS deliveries FROM webhook_event e
       WHERE e.data->>'number' LIKE $1 || '%' ORDER BY e.type COLLATE "C", e.data->>'number'`,
      [placed?.number],
    )
    expect(events.map(({ type, deliveries }) => `${type} ${deliveries}`)).toEqual([
      "order.created 1",
      "seller.order.created 1",
      "seller.order.created 0",
      "seller.order.updated 1",
      "seller.order.updated 0",
    ])
    expect(events[0]?.data).toEqual(data)
    const [sold] = (await call(`/v1/seller/orders?per_page=100`, { by: seller.secret })).json.data.filter(
      (each) => (each as unknown as { order_number: string }).order_number === placed?.number,
    )
    const { delivery_address: _address, ...sellerOrder } = sold as unknown as Record<string, unknown>
    expect(events[1]?.data).toEqual(sellerOrder)
    expect(events[3]?.data).toEqual(sellerOrder)
  })

  test("a repeat places nothing twice, with the batch's key and without", async () => {
    const name = await sku(0, 4)
    const items = [order("B-1", [{ sku: name, quantity: 2 }]), order("B-2", [{ sku: name, quantity: 9 }])]
    const headers = { "idempotency-key": "batch-b" }
    const first = await post("orders", items, headers)
    expect(outcomes(first)).toEqual(["B-1 done", "B-2 out_of_stock"])
    const replayed = await post("orders", items, headers)
    expect(replayed.headers.get("idempotent-replayed")).toBe("true")
    expect(replayed.json).toEqual(first.json)
    expect((await post("orders", items.slice(0, 1), headers)).json.error?.code).toBe("idempotency_key_reused")
    const again = await post("orders", [...items, order("B-3", [{ sku: name, quantity: 2 }])])
    expect(outcomes(again)).toEqual(["B-1 repeated", "B-2 out_of_stock", "B-3 done"])
    expect(again.json.data[0]?.order).toEqual(first.json.data[0]?.order)
    expect(outcomes(await post("orders", [order("B-1", [{ sku: name, quantity: 1 }])]))).toEqual([
      "B-1 external_id_reused",
    ])
    expect(await stockOf(name)).toBe(0)
    expect(await eventsOf(first.json.data[0]?.order?.number)).toEqual([
      "order.created",
      "seller.order.created",
      "seller.order.updated",
    ])
  })

  test("an unknown buyer with a name gets an account, and a receipt if the shop wants one", async () => {
    const name = await sku()
    const stranger = { email: "ravi@example.in", name: "Ravi Mishra" }
    const response = await post("orders", [
      order("C-1", [{ sku: name, quantity: 1 }], { buyer: stranger, send_receipt: true }),
      order("C-2", [{ sku: name, quantity: 1 }], { buyer: { email: "RAVI@example.in", name: "Other" } }),
    ])
    expect(outcomes(response)).toEqual(["C-1 done", "C-2 done"])
    expect(
      await marketplace.rows("SELECT name, password_hash FROM account WHERE email = $1", [stranger.email]),
    ).toEqual([{ name: "Ravi Mishra", password_hash: null }])
    const mails = await marketplace.rows<{ mails: number }>(
      "SELECT count(*)::int AS mails FROM graphile_worker._private_jobs j WHERE payload->>'to' = $1 UNION ALL SELECT count(*)::int FROM mailbox_message WHERE \"to\" = $1",
      [stranger.email],
    )
    expect(mails.reduce((sum, { mails: count }) => sum + count, 0)).toBe(1)
  })

  test("20 concurrent batches for the last 7 of an item place 7 orders, keep stock at zero, and reject the rest", async () => {
    const [rare, other] = [await sku(0, 7), await sku(1, 1_000)]
    const batches = Array.from({ length: 20 }, (_, b) =>
      Array.from({ length: 10 }, (_unused, i) =>
        i % 2 === 0
          ? order(`D-${b}-${i}`, [
              { sku: rare, quantity: 1 },
              { sku: other, quantity: 1 },
            ])
          : order(`D-${b}-${i}`, [
              { sku: other, quantity: 1 },
              { sku: rare, quantity: 1 },
            ]),
      ),
    )
    const responses = await Promise.all(batches.map((batch) => post("orders", batch)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const all = responses.flatMap((response) => outcomes(response).map((text) => text.split(" ")[1]))
    expect([
      all.filter((text) => text === "done").length,
      all.filter((text) => text === "out_of_stock").length,
    ]).toEqual([7, 193])
    expect([await stockOf(rare), await stockOf(other)]).toEqual([0, 993])
  })

  test("10 concurrent requests with one batch, forwards and backwards, place each order once", async () => {
    const name = await sku(0, 100)
    const batch = Array.from({ length: 20 }, (_, i) => order(`E-${i}`, [{ sku: name, quantity: 1 }]))
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post("orders", i % 2 === 0 ? batch : [...batch].reverse())),
    )
    const done = responses.flatMap(outcomes).filter((text) => text.endsWith(" done"))
    const repeated = responses.flatMap(outcomes).filter((text) => text.endsWith(" repeated"))
    expect([done.length, new Set(done).size, repeated.length]).toEqual([20, 20, 180])
    expect(await stockOf(name)).toBe(80)
  })
})

describe("the way of an order", () => {
  const placeOne = async (externalId: string, more: object = {}) => {
    const name = await sku(0, 5)
    const response = await post("orders", [order(externalId, [{ sku: name, quantity: 2 }], more)])
    const placed = response.json.data[0]?.order
    if (!placed) throw new Error("not placed")
    return { name, number: placed.number, id: placed.id, part: placed.seller_orders[0]?.id ?? "" }
  }
  const ship = async (sellerOrder: string) => {
    for (const [method, step, json] of [
      ["POST", "confirm", {}],
      ["PATCH", "ship", { courier_name: "Pavan Express", awb: "PX-1" }],
    ] as const) {
      const response = await fetch(`${server.url}/v1/seller/orders/${sellerOrder}/${step}`, {
        method,
        headers: { authorization: `Bearer ${seller.secret}`, "content-type": "application/json" },
        body: JSON.stringify(json),
      })
      expect([step, response.status]).toEqual([step, 200])
    }
  }

  test("paid, shipped by its store and delivered, each once", async () => {
    const { number, id, part: sellerOrder } = await placeOne("F-1")
    const due = 24_900
    const payments = [
      { external_id: "P-0", order_external_id: "F-1", status: "paid", amount: 1 },
      { external_id: "P-1", order_external_id: "F-1", status: "paid", amount: due, reference: "UPI-1" },
      { external_id: "P-2", order: number, status: "paid" },
      { external_id: "P-3", order: "HT-0000-000000", status: "paid" },
    ]
    const paid = await post("payments", payments)
    expect(outcomes(paid)).toEqual(["P-0 amount_mismatch", "P-1 done", "P-2 invalid_state", "P-3 not_found"])
    expect(paid.json.data[1]?.order).toEqual({ id, number, payment_status: "paid" })
    expect(outcomes(await post("payments", payments))).toEqual([
      "P-0 invalid_state",
      "P-1 repeated",
      "P-2 invalid_state",
      "P-3 not_found",
    ])
    const early = await post("deliveries", [{ external_id: "D-1", seller_order: sellerOrder }])
    expect(outcomes(early)).toEqual(["D-1 invalid_state"])
    await ship(sellerOrder)
    const deliveries = [
      { external_id: "D-1", seller_order: sellerOrder },
      { external_id: "D-2", seller_order: `${number}-1` },
      { external_id: "D-3", seller_order: "so_nothing" },
    ]
    const delivered = await post("deliveries", deliveries)
    expect(outcomes(delivered)).toEqual(["D-1 done", "D-2 invalid_state", "D-3 not_found"])
    expect(delivered.json.data[0]?.seller_order).toMatchObject({ id: sellerOrder, status: "delivered" })
    expect(outcomes(await post("deliveries", deliveries.slice(0, 1)))).toEqual(["D-1 repeated"])
    expect((await call(`/v1/orders/${number}`, { by: buyer.key.secret })).json.data).toMatchObject({
      status: "delivered",
      payment_status: "paid",
    })
    const events = await eventsOf(number)
    expect(events.filter((type) => type.startsWith("order."))).toEqual([
      "order.created",
      "order.shipped",
      "order.delivered",
    ])
    expect(events.filter((type) => type === "seller.order.updated")).toHaveLength(5)
  })

  test("a failed payment cancels the order, and its items go back to stock", async () => {
    const { name, number } = await placeOne("F-2")
    expect(await stockOf(name)).toBe(3)
    const failed = await post("payments", [{ external_id: "P-10", order_external_id: "F-2", status: "failed" }])
    expect(failed.json.data[0]?.order?.payment_status).toBe("failed")
    expect(await stockOf(name)).toBe(5)
    expect((await call(`/v1/orders/${number}`, { by: buyer.key.secret })).json.data).toMatchObject({
      status: "cancelled",
      payment_status: "failed",
    })
    expect(await eventsOf(number)).toContain("order.cancelled")
  })

  test("cash on delivery is paid with the last delivery", async () => {
    const { number, part: sellerOrder } = await placeOne("F-3", { payment: { method: "cod" } })
    await ship(sellerOrder)
    expect(outcomes(await post("deliveries", [{ external_id: "D-20", seller_order: sellerOrder }]))).toEqual([
      "D-20 done",
    ])
    expect((await call(`/v1/orders/${number}`, { by: buyer.key.secret })).json.data).toMatchObject({
      status: "delivered",
      payment_status: "paid",
    })
  })

  test("8 concurrent requests with the same 100 payments record each payment once", async () => {
    const name = await sku(0, 1_000)
    const ids = Array.from({ length: 100 }, (_, i) => `G-${i}`)
    await post(
      "orders",
      ids.map((id) => order(id, [{ sku: name, quantity: 1 }])),
    )
    const payments = ids.map((id) => ({ external_id: `P-${id}`, order_external_id: id, status: "paid" }))
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => post("payments", i % 2 === 0 ? payments : [...payments].reverse())),
    )
    expect(responses.flatMap(outcomes).filter((text) => text.endsWith(" done")).length).toBe(100)
    expect(
      await marketplace.rows(
        `SELECT count(*)::int AS orders, sum(o.version)::int AS versions FROM customer_order o JOIN external_reference r ON r.order_id = o.id AND r.kind = 'order'
         WHERE r.external_id LIKE 'G-%' AND o.payment_status = 'paid'`,
      ),
    ).toEqual([{ orders: 100, versions: 200 }])
  })
})

test("after kill -9 in the middle of its batches, a repeat neither doubles nor loses an order", {
  timeout: 120_000,
}, async () => {
  const name = await sku(0, 1_000_000)
  const batches = Array.from({ length: 40 }, (_, b) =>
    Array.from({ length: 25 }, (_unused, i) => order(`K-${b}-${i}`, [{ sku: name, quantity: 1 }])),
  )
  let kills = 0
  let interrupted = 0
  let waiting = batches.map((batch, index) => ({ batch, index }))
  while (waiting.length > 0) {
    const victim = await startServer({ lane: "fast", databaseUrl: database.url })
    const dies = kills < 3
    if (dies) setTimeout(() => void victim.kill(), 60 + kills * 40)
    const left = await Promise.all(
      waiting.map(async (each) => {
        try {
          const { status } = await post("orders", each.batch, { "idempotency-key": `k-${each.index}` }, victim.url)
          return status === 200 ? [] : [each]
        } catch {
          return [each]
        }
      }),
    )
    if (dies && left.flat().length > 0) interrupted++
    waiting = left.flat()
    if (dies) kills++
    await victim.kill()
  }
  expect(interrupted).toBeGreaterThan(0)
  const again = await Promise.all(batches.map((batch) => post("orders", batch)))
  expect(new Set(again.flatMap(outcomes).map((text) => text.split(" ")[1]))).toEqual(new Set(["repeated"]))
  expect(await stockOf(name)).toBe(1_000_000 - 1_000)
  expect(
    await marketplace.rows(
      `SELECT count(DISTINCT o.id)::int AS orders, count(DISTINCT e.id)::int AS events FROM customer_order o JOIN external_reference r ON r.order_id = o.id AND r.kind = 'order'
       LEFT JOIN webhook_event e ON e.subject_id = o.id AND e.type = 'order.created' WHERE r.external_id LIKE 'K-%'`,
    ),
  ).toEqual([{ orders: 1_000, events: 1_000 }])
})

test("npm run operator-key makes, lists and revokes keys", { timeout: 120_000 }, async () => {
  const run = async (...args: string[]) => {
    const command = runCommand(
      "operator-key",
      args,
      { DATABASE_URL: database.url, HAAT_SECRET: process.env.HAAT_SECRET ?? "" },
      /^/,
    )
    const code = await command.ended
    return { code, output: command.output() }
  }
  const created = await run("create", "--name", "Shop", "--json")
  expect(created).toMatchObject({ code: 0 })
  const { id, secret } = (JSON.parse(created.output) as { created: { id: string; secret: string } }).created
  expect(secret).toMatch(/^haat_op_[0-9A-Za-z]{36}$/)
  expect((await call("/v1/internal/orders", { by: secret, json: { orders: [] } })).status).toBe(422)
  const listed = await run("list")
  expect(listed.output).toContain(`${id}  haat_op_…${secret.slice(-4)}  Shop`)
  expect(listed.output).not.toContain(secret)
  expect(await run("revoke", id)).toEqual({ code: 0, output: `${id} is revoked.\n` })
  expect((await call("/v1/internal/orders", { by: secret, json: { orders: [] } })).json.error?.code).toBe(
    "token_revoked",
  )
  expect((await run("revoke", id)).code).toBe(1)
  expect((await run("create")).code).toBe(1)
})
