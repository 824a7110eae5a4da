import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "@/docs/operations"
import { HaatApiError, HaatConnectionError, HaatError, HaatTimeoutError, HaatWebhookError } from "@/sdk/errors"
import { Haat } from "@/sdk/haat"
import { newIdempotencyKey, type HaatOptions } from "@/sdk/transport"
import { verifyWebhook } from "@/sdk/webhooks"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

let lane: Lane
let seller: { account: string; store: number; key: TestKey }
const SHIPMENT = { courier_name: "Pavan Express", awb: "PX-4402917" }

function client(key: TestKey | string, options: Partial<HaatOptions> = {}): Haat {
  return new Haat({ baseUrl: `${lane.url}/v1`, credential: typeof key === "string" ? key : key.secret, ...options })
}

/** Records the requests, and sends them. */
function watched(): { sent: Request[]; fetch: typeof fetch } {
  const sent: Request[] = []
  return {
    sent,
    fetch: (input, init) => {
      sent.push(new Request(input, init))
      return fetch(input, init)
    },
  }
}

async function failure(pending: PromiseLike<unknown>): Promise<unknown> {
  try {
    await pending
  } catch (error) {
    return error
  }
  throw new Error("it succeeded")
}

async function refusal(pending: PromiseLike<unknown>): Promise<HaatApiError> {
  const error = await failure(pending)
  if (error instanceof HaatApiError) return error
  throw error
}

beforeAll(async () => {
  lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  const { marketplace } = lane
  const account = await marketplace.account({ name: "Asha Jha" })
  const store = await marketplace.store("Mithila Haat", { owner: account })
  seller = { account, store, key: await marketplace.key(account) }
  for (let number = 1; number <= 7; number++)
    await marketplace.product({ name: `Makhana ${number}`, store, popularity: 100 - number })
  await marketplace.category("Makhana")
})

afterAll(() => lane.close())

test("every operation can be called and returns its request id", async () => {
  const { sent, fetch } = watched()
  const haat = client(seller.key, { fetch })
  const order = await lane.marketplace.order({ account: seller.account, stores: [seller.store] })
  const sellerOrder = order.sellerOrders[0]?.number ?? ""
  await lane.marketplace.rows("UPDATE seller_order SET status = 'pending' WHERE number = $1", [sellerOrder])
  const me = await haat.getMe()
  expect(me.data.name).toBe("Asha Jha")
  expect(me.meta.livemode).toBe(true)
  expect(me.http).toMatchObject({ status: 200, attempts: 1 })
  expect(me.http.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(me)).not.toContain("requestId")
  expect((await haat.getStatus()).data.status).toBe("ok")
  expect((await haat.listApps()).data).toEqual([])
  expect((await haat.listCategories()).data.map(({ slug }) => slug)).toEqual(["makhana"])
  // A filter that no other file uses: its server may keep their total for a minute.
  expect((await haat.listProducts({ per_page: 3, min_price: 3 })).meta).toMatchObject({ total: 7, last_page: 3 })
  expect((await haat.listProducts({ facets: "in_stock" })).meta.facets?.in_stock?.values).toEqual([
    { value: true, count: 7 },
  ])
  expect((await haat.listSuggestions({ q: "makh", limit: 2 })).data.map(({ name }) => name)).toEqual([
    "Makhana 1",
    "Makhana 2",
  ])
  expect((await haat.getProduct("makhana-1")).data.variants).toHaveLength(1)
  expect((await haat.listOrders({ status: "pending" })).data.map(({ number }) => number)).toEqual([order.number])
  expect((await haat.getOrder(order.number)).data.delivery_address.city).toBe("Darbhanga")
  expect((await haat.listSellerOrders()).data).toHaveLength(1)
  expect((await haat.getSellerOrder(sellerOrder)).data.status).toBe("pending")
  expect((await haat.confirmSellerOrder(sellerOrder)).data.status).toBe("confirmed")
  expect((await haat.packSellerOrder(sellerOrder)).data.status).toBe("packed")
  const { data: many, meta: shipments } = await haat.createShipments({
    shipments: [{ id: "HT-2611-000000-9", ...SHIPMENT }],
  })
  expect([many[0]?.error?.code, shipments]).toEqual(["not_found", { shipped: 0, failed: 1 }])
  expect((await haat.shipSellerOrder(sellerOrder, SHIPMENT)).data).toMatchObject({
    status: "shipped",
    shipment: { awb: "PX-4402917" },
  })
  expect((await haat.refundSellerOrder(sellerOrder, { amount: 500 })).data.refunded_total).toBe(500)
  await expect(haat.cancelSellerOrder(sellerOrder)).rejects.toMatchObject({ code: "invalid_state", status: 409 })
  const [product] = (await haat.listSellerProducts({ per_page: 1 })).data
  const [offer] = product?.offers ?? []
  const change = { sku: offer?.sku ?? "", stock: 7, version: offer?.version ?? 0 }
  expect((await haat.updateSellerOffers({ offers: [change], dry_run: true })).data).toMatchObject([
    { outcome: "updated", offer: { stock: 7 } },
  ])
  // Nothing listens on this port, and the ping's result says so.
  const created = await haat.createWebhookEndpoint({ url: "http://127.0.0.1:9/haat", events: ["order.created"] })
  const { id } = created.data
  expect([created.http.status, created.data.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
  expect((await haat.listWebhookEndpoints()).data.map((endpoint) => endpoint.id)).toEqual([id])
  expect((await haat.getWebhookEndpoint(id)).data.events).toEqual(["order.created"])
  expect((await haat.updateWebhookEndpoint(id, { status: "paused" })).data.status).toBe("paused")
  expect((await haat.rotateWebhookEndpointSecret(id)).data.secret).not.toBe(created.data.secret)
  const tested = (await haat.testWebhookEndpoint(id, { type: "order.created" })).data
  const [delivery] = (await haat.listWebhookDeliveries({ endpoint: id })).data
  expect([delivery?.id, delivery?.event_type]).toEqual([tested.delivery_id, "order.created"])
  expect((await haat.getWebhookDelivery(tested.delivery_id)).data.history).toHaveLength(1)
  expect((await haat.redeliverWebhookDelivery(tested.delivery_id)).data.status).toBe("pending")
  const since = new Date(Date.now() - 60_000).toISOString()
  expect((await haat.replayWebhookDeliveries(id, { since, dry_run: true })).data).toEqual({ count: 0, dry_run: true })
  const deleted = await haat.deleteWebhookEndpoint(id)
  expect([deleted.http.status, deleted]).toEqual([204, {}])
  const [event] = (await haat.listEvents()).data
  if (!event) throw new Error("the ping, or the shipping, is no event")
  expect((await haat.getEvent(event.id)).data).toEqual(event)
  for await (const streamed of haat.streamEvents({ since })) {
    expect(streamed.id).toBe(streamed.event.id)
    break
  }
  const sandbox = client(await lane.marketplace.key(seller.account, { mode: "test" }), { fetch })
  const fault = (await sandbox.createSandboxFault({ operation: "listOrders", status: 503 })).data
  expect((await sandbox.listSandboxFaults()).data).toEqual([fault])
  expect((await sandbox.getSandboxFault(fault.id)).data).toEqual(fault)
  expect((await sandbox.getSandbox()).data.faults).toEqual([fault])
  expect((await sandbox.moveSandboxClock({ advance: "P3D" })).data.faults).toEqual([fault])
  expect((await sandbox.deleteSandboxFault(fault.id)).http.status).toBe(204)
  expect((await sandbox.deleteSandboxFaults()).http.status).toBe(204)
  expect((await sandbox.resetSandbox()).data.faults).toEqual([])
  const own = (await sandbox.listSellerOrders({ status: "packed" })).data[0]
  if (!own) throw new Error("the sandbox has no packed order")
  const rehearsed = (await sandbox.shipSandboxSellerOrder(own.number, SHIPMENT)).data
  expect(rehearsed).toMatchObject({ status: "shipped", livemode: false })
  expect((await sandbox.deliverSandboxSellerOrder(own.number)).data.status).toBe("delivered")
  expect((await sandbox.placeSandboxOrder({ items: [{ sku: "FX-004" }] })).data.payment_status).toBe("paid")
  expect((await haat.getLimits()).data.window_seconds).toBe(60)
  expect((await haat.getUsage()).data).toBeInstanceOf(Array)
  expect((await haat.listDeprecations()).data).toEqual([])
  expect((await haat.listKeys()).data.length).toBeGreaterThan(0)
  const logged = (): Promise<string | undefined> => haat.listRequests().then(({ data }) => data[0]?.id)
  await expect.poll(logged, { timeout: 10_000 }).toBeTypeOf("string")
  const request = (await logged()) ?? ""
  expect((await haat.getRequest(request)).data.id).toBe(request)
  const called = new Set(
    sent.map(
      ({ method, url }) =>
        `${method} ${new URL(url).pathname.replace("/v1", "").replace(sellerOrder, "{id}").replace(order.number, "{number}").replace("makhana-1", "{slug}").replace(id, "{id}").replace(tested.delivery_id, "{id}").replace(event.id, "{id}").replace(fault.id, "{id}").replace(own.number, "{id}").replace(request, "{id}")}`,
    ),
  )
  expect(
    operations()
      .filter(({ method, path }) => !called.has(`${method} ${path}`))
      .map(({ id }) => id),
  ).toEqual([])
  expect(sent.every(({ headers }) => headers.get("api-version") === "2026-05-01")).toBe(true)
})

test("for await iterates over pages lazily and keeps the filters", async () => {
  const { sent, fetch } = watched()
  const products = client(seller.key, { fetch }).listProducts({ per_page: 3, sort: "popular", seller: "mithila-haat" })
  const names: string[] = []
  for await (const product of products) {
    names.push(product.name)
    if (names.length === 3) expect(sent).toHaveLength(1)
  }
  expect(names).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Makhana ${number}`))
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    "?per_page=3&sort=popular&seller=mithila-haat",
    "?per_page=3&sort=popular&seller=mithila-haat&page=2",
    "?per_page=3&sort=popular&seller=mithila-haat&page=3",
  ])
  const counts: number[] = []
  for await (const { data } of products.pages()) counts.push(data.length)
  expect(counts).toEqual([3, 3, 1])
  expect(
    sent.slice(3).map(({ url }) => new URL(url).searchParams.get("page")),
    "each iteration starts at the first page",
  ).toEqual([null, "2", "3"])
})

describe("a rate-limited client", () => {
  test("waits for Retry-After and then succeeds", async () => {
    const key = await lane.marketplace.key(seller.account, { rateLimit: 2 })
    const { sent, fetch } = watched()
    const waits: number[] = []
    // Shortens the waiting time: the Retry-After header is divided by sixty.
    const hurried: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (response.status !== 429) return response
      waits.push(Number(response.headers.get("retry-after")))
      await lane.marketplace.rows("UPDATE api_key SET rate_limit = 100000 WHERE id = $1", [key.id])
      return new Response(await response.text(), { status: 429, headers: { "retry-after": "1" } })
    }
    const haat = client(key, { fetch: hurried, maxRetries: 20 })
    await haat.getMe()
    await haat.getMe()
    const began = performance.now()
    const response = await haat.getMe()
    expect(response.data.name).toBe("Asha Jha")
    expect(response.http.attempts).toBe(waits.length + 1)
    expect(waits.length).toBeGreaterThan(0)
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 60)).toBe(true)
    expect(performance.now() - began).toBeGreaterThanOrEqual(waits.length * 1000 - 10)
    expect(sent).toHaveLength(3 + waits.length)
  })

  test("fails immediately if Retry-After exceeds the maximum wait", async () => {
    const key = await lane.marketplace.key(seller.account, { rateLimit: 1 })
    const haat = client(key, { maxWaitMs: 0 })
    await haat.getMe()
    const error = await refusal(haat.getMe())
    expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded", name: "HaatApiError" })
    expect(error.retryAfter).toBeGreaterThanOrEqual(1)
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(error.docUrl).toBe(`${lane.url}/docs/errors#rate_limit_exceeded`)
  })
})

describe("a failed call", () => {
  test("throws an error with code, details and request id", async () => {
    const invalid = await refusal(client(seller.key).listProducts({ per_page: 500 }))
    expect(invalid).toMatchObject({
      status: 422,
      code: "validation_failed",
      details: [{ param: "per_page", code: "too_big" }],
    })
    expect(invalid.message).toContain(`validation_failed, request ${invalid.requestId}`)
    expect(await refusal(client("haat_live_nothing").getMe())).toMatchObject({ status: 401, code: "invalid_token" })
    const order = await lane.marketplace.order({ account: seller.account, stores: [seller.store], status: "delivered" })
    expect(
      await refusal(client(seller.key).shipSellerOrder(order.sellerOrders[0]?.number ?? "", SHIPMENT)),
    ).toMatchObject({
      status: 409,
      code: "invalid_state",
    })
  })

  test("throws an error when there is no response", async () => {
    const unreachable = new Haat({ baseUrl: "http://127.0.0.1:9/v1", maxRetries: 0 })
    expect(await failure(unreachable.getStatus())).toBeInstanceOf(HaatConnectionError)
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        const stop = (): void => reject(init?.signal?.reason as Error)
        if (init?.signal?.aborted) stop()
        init?.signal?.addEventListener("abort", stop)
      })
    expect(await failure(client(seller.key, { fetch: silent, timeoutMs: 20, maxRetries: 0 }).getMe())).toBeInstanceOf(
      HaatTimeoutError,
    )
    const stop = new AbortController()
    const pending = client(seller.key, { fetch: silent }).getMe({ signal: stop.signal })
    stop.abort(new Error("not needed any more"))
    expect(await failure(pending)).toMatchObject({ message: "not needed any more" })
    const page: typeof fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 })
    expect(await refusal(client(seller.key, { fetch: page, maxRetries: 0 }).getMe())).toMatchObject({
      status: 502,
      code: null,
    })
  })

  test("path parameters cannot change the path", async () => {
    for (const slug of ["", ".", ".."])
      expect(await failure(client(seller.key).getProduct(slug))).toBeInstanceOf(HaatError)
    expect(await refusal(client(seller.key).getProduct("../me"))).toMatchObject({ status: 404 })
  })
})

describe("shipping over a connection that breaks", () => {
  test("ships once, because the retry sends the same Idempotency-Key", async () => {
    const order = await lane.marketplace.order({ account: seller.account, stores: [seller.store] })
    const { sent, fetch } = watched()
    const lost: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (sent.length === 1) throw new TypeError("the connection broke after the request was worked on")
      return response
    }
    const shipped = await client(seller.key, { fetch: lost }).shipSellerOrder(
      order.sellerOrders[0]?.number ?? "",
      SHIPMENT,
    )
    expect(shipped.data.status).toBe("shipped")
    expect(shipped.http.attempts).toBe(2)
    expect(shipped.http.headers.get("idempotent-replayed")).toBe("true")
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1)
  })

  test("a custom idempotency key is used unchanged", async () => {
    const order = await lane.marketplace.order({ account: seller.account, stores: [seller.store] })
    const idempotencyKey = newIdempotencyKey()
    const haat = client(seller.key)
    const first = await haat.shipSellerOrder(order.sellerOrders[0]?.number ?? "", SHIPMENT, { idempotencyKey })
    const second = await haat.shipSellerOrder(order.sellerOrders[0]?.number ?? "", SHIPMENT, { idempotencyKey })
    expect([first.http.headers.get("idempotent-replayed"), second.http.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ])
    expect(second).toEqual(first)
    expect(
      await refusal(
        haat.shipSellerOrder(order.sellerOrders[0]?.number ?? "", { ...SHIPMENT, awb: "PX-2" }, { idempotencyKey }),
      ),
    ).toMatchObject({ code: "idempotency_key_reused" })
  })
})

test("a credential can be a function that is called before each request", async () => {
  const keys = [
    seller.key.secret,
    await lane.marketplace.key(seller.account, { mode: "test" }).then(({ secret }) => secret),
  ]
  const haat = client(seller.key, { credential: async () => keys.shift() ?? "" })
  expect((await haat.getMe()).meta.livemode).toBe(true)
  expect((await haat.getMe()).meta.livemode).toBe(false)
})

describe("a webhook", () => {
  const SECRET = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`
  const OTHER = `whsec_${Buffer.from("another secret of twenty").toString("base64")}`
  const body = JSON.stringify({
    id: "evt_1",
    type: "order.created",
    timestamp: "2026-05-01T09:30:00.000Z",
    api_version: "2026-05-01",
    livemode: true,
    data: { number: "HT-2605-000123" },
  })

  const signed = (text: string, { secret = SECRET, at = new Date() } = {}): Record<string, string> => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, text),
  })

  test("signed by Haat is returned as an event, in every form of headers and body", () => {
    expect(verifyWebhook(SECRET, signed(body), body)).toMatchObject({
      type: "order.created",
      data: { number: "HT-2605-000123" },
    })
    expect(verifyWebhook(SECRET, new Headers(signed(body)), Buffer.from(body))).toMatchObject({ id: "evt_1" })
    expect(verifyWebhook([OTHER, SECRET], signed(body), body)).toMatchObject({ id: "evt_1" })
  })

  test("that was modified, is old, or has a wrong or missing signature is rejected", () => {
    const old = new Date(Date.now() - 6 * 60_000)
    for (const [headers, text] of [
      [signed(body), body.replace("000123", "000124")],
      [signed(body, { at: old }), body],
      [signed(body, { secret: OTHER }), body],
      [{ ...signed(body), "webhook-signature": "v1,AAAA" }, body],
      [{}, body],
    ] as const) {
      expect(() => verifyWebhook(SECRET, headers, text)).toThrow(HaatWebhookError)
    }
    expect(() => verifyWebhook([], signed(body), body)).toThrow(HaatWebhookError)
  })
})
