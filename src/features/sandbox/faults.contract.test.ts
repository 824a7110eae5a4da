import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { Haat } from "@/sdk/haat"
import { startServer, type TestServer } from "@/testing/setup/server"
import { type ApiResponse, Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

let lane: Lane
/** Another process on the same database. */
let other: TestServer
let receiver: WebhookReceiver
let accountId: string
let key: TestKey
let live: TestKey
let stranger: TestKey

beforeAll(async () => {
  lane = await Lane.open("fast", { WEBHOOK_LOOPBACK: "1", WEBHOOK_PORTS: "4443" })
  receiver = await WebhookReceiver.open()
  other = await startServer({ lane: "next", databaseUrl: lane.databaseUrl })
  accountId = await lane.marketplace.account()
  key = await lane.marketplace.key(accountId, { mode: "test" })
  live = await lane.marketplace.key(accountId)
  stranger = await lane.marketplace.key(await lane.marketplace.account(), { mode: "test" })
})
afterAll(async () => {
  await other.kill()
  await lane.close()
  await receiver.close()
})
afterEach(async () => {
  expect((await lane.request("/v1/sandbox/faults", { key, method: "DELETE" })).status).toBe(204)
})

function createFault(json: object, headers: Record<string, string> = {}, by = key) {
  return lane.request("/v1/sandbox/faults", { key: by, method: "POST", json, headers })
}
async function listFaults(by = key) {
  return (await lane.request("/v1/sandbox/faults", { key: by })).json.data
}
function orders(by = key) {
  return lane.request("/v1/orders", { key: by })
}
function createEndpoint(headers: Record<string, string> = {}) {
  return lane.request("/v1/webhook-endpoints", {
    key,
    method: "POST",
    json: { url: receiver.url("/hooks"), events: ["order.created"] },
    headers,
  })
}

test("an operation fails as often as requested, and then works", async () => {
  const created = await createFault({ operation: "listOrders", status: 503, times: 2 })
  expect([created.status, created.json.data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^flt_/) as string,
      operation: "listOrders",
      status: 503,
      code: "unavailable",
      event: null,
      behaviour: null,
      times: 2,
      remaining: 2,
      delay_ms: 0,
      created_at: expect.any(String) as string,
    },
  ])
  const id = String((created.json.data as { id?: unknown }).id)
  expect(created.headers.get("location")).toBe(`${lane.url}/v1/sandbox/faults/${id}`)
  expect((await lane.request(`/v1/sandbox/faults/${id}`, { key })).json.data).toEqual(created.json.data)
  const first = await orders()
  expect([first.status, first.json.error.code]).toEqual([503, "unavailable"])
  expect([first.headers.get("haat-sandbox-fault"), first.headers.get("retry-after")]).toEqual([id, "1"])
  expect(first.headers.get("access-control-expose-headers")).toContain("Haat-Sandbox-Fault")
  expect(first.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/)
  expect(await listFaults()).toMatchObject([{ id, times: 2, remaining: 1 }])
  expect((await lane.request("/v1/products", { key })).status).toBe(200)
  expect((await orders()).status).toBe(503)
  const third = await orders()
  expect([third.status, third.headers.get("haat-sandbox-fault")]).toEqual([200, null])
  expect(await listFaults()).toEqual([])
  expect((await lane.request(`/v1/sandbox/faults/${id}`, { key })).status).toBe(404)
})

test.each([
  [429, "rate_limit_exceeded", "1"],
  [500, "internal_error", null],
  [503, "unavailable", "1"],
])("status %d answers %s", async (status, code, retryAfter) => {
  await createFault({ operation: "listOrders", status })
  const response = await orders()
  expect([response.status, response.json.error.code, response.headers.get("retry-after")]).toEqual([
    status,
    code,
    retryAfter,
  ])
})

test("an operation returns any error that it documents", async () => {
  await createFault({ operation: "listSellerOrders", code: "not_a_seller" })
  const refused = await lane.request("/v1/seller/orders", { key })
  expect([refused.status, refused.json.error.code]).toEqual([403, "not_a_seller"])
  await createFault({ operation: "listOrders", code: "token_expired" })
  const expired = await orders()
  expect([expired.status, expired.headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ])
})

test("a request that fails has no effect", async () => {
  await createFault({ operation: "createWebhookEndpoint", status: 500 })
  const headers = { "idempotency-key": "create-one-endpoint" }
  const failed = await createEndpoint(headers)
  expect(failed.status).toBe(500)
  expect(await lane.marketplace.rows("SELECT FROM webhook_endpoint WHERE account_id = $1", [accountId])).toHaveLength(0)
  const created = await createEndpoint(headers)
  expect([created.status, created.headers.get("idempotent-replayed")]).toEqual([201, null])
})

test("a request that is only late works as usual", async () => {
  await createFault({ operation: "createWebhookEndpoint", delay_ms: 700 })
  const began = performance.now()
  const created = await createEndpoint()
  expect([created.status, performance.now() - began > 690]).toEqual([201, true])
  expect(created.headers.get("haat-sandbox-fault")).toMatch(/^flt_/)
})

test("requests that wait leave their slots to others", async () => {
  // More than a process works on at once: those that came last would be refused after a second.
  await createFault({ operation: "listOrders", delay_ms: 2_500, times: 100 })
  await createFault({ operation: "listOrders", delay_ms: 2_500, times: 30 })
  const late = Promise.all(Array.from({ length: 130 }, () => orders()))
  expect((await orders(live)).status).toBe(200)
  const responses = await late
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(responses.filter(({ headers }) => !headers.has("haat-sandbox-fault"))).toEqual([])
})

test("of 20 concurrent requests to two processes, exactly five fail", async () => {
  await createFault({ operation: "listOrders", status: 503, times: 3 })
  await createFault({ operation: "listOrders", status: 500, times: 2 })
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const response = await fetch(`${i % 2 === 0 ? lane.url : other.url}/v1/orders`, {
        headers: { authorization: `Bearer ${key.secret}` },
      })
      await response.text()
      return response.status
    }),
  )
  const count = (status: number) => statuses.filter((each) => each === status).length
  expect([count(503), count(500), count(200)]).toEqual([3, 2, 15])
})

test("a fault takes effect and ends immediately in another process", async () => {
  const there = async () => {
    const response = await fetch(`${other.url}/v1/orders`, { headers: { authorization: `Bearer ${key.secret}` } })
    await response.text()
    return response.status
  }
  expect(await there()).toBe(200)
  for (let round = 0; round < 5; round++) {
    const { json } = await createFault({ operation: "listOrders", status: 503, times: 100 })
    expect(await there()).toBe(503)
    const id = String((json.data as { id?: unknown }).id)
    expect((await lane.request(`/v1/sandbox/faults/${id}`, { key, method: "DELETE" })).status).toBe(204)
    expect(await there()).toBe(200)
  }
})

test("live credentials and other accounts notice nothing", async () => {
  const { json } = await createFault({ operation: "listOrders", status: 503, times: 5 })
  const id = String((json.data as { id?: unknown }).id)
  expect([(await orders(live)).status, (await orders(stranger)).status]).toEqual([200, 200])
  expect(await listFaults(stranger)).toEqual([])
  expect((await lane.request(`/v1/sandbox/faults/${id}`, { key: stranger })).status).toBe(404)
  expect((await lane.request(`/v1/sandbox/faults/${id}`, { key: stranger, method: "DELETE" })).status).toBe(404)
  expect((await lane.request("/v1/sandbox/faults", { key: stranger, method: "DELETE" })).status).toBe(204)
  expect(await listFaults()).toMatchObject([{ id, remaining: 5 }])
})

test("a live key is refused, and a test key of any scope is not", async () => {
  for (const [method, json] of [
    ["GET", undefined],
    ["POST", { operation: "listOrders", status: 503 }],
    ["DELETE", undefined],
  ] as const) {
    const refused = await lane.request("/v1/sandbox/faults", { key: live, method, json })
    expect([method, refused.status, refused.json.error.code]).toEqual([method, 403, "test_key_required"])
  }
  const narrow = await lane.marketplace.key(accountId, { mode: "test", scopes: ["catalog.read"] })
  expect((await createFault({ operation: "listOrders", status: 503 }, {}, narrow)).status).toBe(201)
})

test.each<[string, object, string, string]>([
  ["an unknown operation", { operation: "noSuchThing", status: 503 }, "operation", "invalid_value"],
  ["an operation of the sandbox", { operation: "createSandboxFault", status: 503 }, "operation", "invalid_value"],
  ["one without a credential", { operation: "listApps", status: 503 }, "operation", "invalid_value"],
  ["nothing that goes wrong", { operation: "listOrders" }, "status", "required"],
  ["another status", { operation: "listOrders", status: 418 }, "status", "invalid_value"],
  ["an error that it never gives", { operation: "listOrders", code: "not_a_seller" }, "code", "invalid_value"],
  ["two errors", { operation: "listOrders", status: 500, code: "unavailable" }, "status", "invalid_value"],
  ["no times", { operation: "listOrders", status: 503, times: 0 }, "times", "too_small"],
  ["too many times", { operation: "listOrders", status: 503, times: 101 }, "times", "too_big"],
  ["too long a delay", { operation: "listOrders", delay_ms: 10_001 }, "delay_ms", "too_big"],
])("%s is refused", async (_, json, param, code) => {
  const refused = await createFault(json)
  expect([refused.status, refused.json.error.details]).toMatchObject([422, [{ param, code }]])
})

test("a sandbox has at most 100 faults, also if they are created concurrently", async () => {
  /** Repeated, if the server was too busy to begin it. */
  const create = async (): Promise<ApiResponse> => {
    const response = await createFault({ operation: "listOrders", status: 503 })
    if (response.status !== 503) return response
    await sleep(1_000)
    return create()
  }
  const created = await Promise.all(Array.from({ length: 105 }, create))
  const refused = created.filter(({ status }) => status === 409)
  expect([created.filter(({ status }) => status === 201).length, refused.length]).toEqual([100, 5])
  expect(refused[0]?.json.error.code).toBe("invalid_state")
})

test("an Idempotency-Key creates one fault", async () => {
  const headers = { "idempotency-key": "one-fault" }
  const first = await createFault({ operation: "listOrders", status: 503 }, headers)
  const second = await createFault({ operation: "listOrders", status: 503 }, headers)
  expect([second.status, second.text, second.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"])
  expect(second.headers.get("location")).toBe(first.headers.get("location"))
  expect((await createFault({ operation: "listOrders", status: 500 }, headers)).json.error.code).toBe(
    "idempotency_key_reused",
  )
  expect(await listFaults()).toHaveLength(1)
})

test("a request that fails counts against the limit, and is in the log", async () => {
  const limited = await lane.marketplace.key(accountId, { mode: "test", rateLimit: 3 })
  await createFault({ operation: "listOrders", status: 500, times: 3 })
  const responses = [await orders(limited), await orders(limited), await orders(limited), await orders(limited)]
  expect(responses.map(({ json }) => json.error.code)).toEqual([
    "internal_error",
    "internal_error",
    "internal_error",
    "rate_limit_exceeded",
  ])
  expect(responses.map(({ headers }) => headers.has("haat-sandbox-fault"))).toEqual([true, true, true, false])
  const logged = () =>
    lane.marketplace.rows<{ status: number; error_code: string }>(
      "SELECT status, error_code FROM request_log WHERE credential_id = $1 AND request_id = $2",
      [limited.id, responses[0]?.headers.get("x-request-id")],
    )
  await expect.poll(logged, { timeout: 10_000 }).toEqual([{ status: 500, error_code: "internal_error" }])
})

test("our client survives two failures with its own retries", async () => {
  await createFault({ operation: "getMe", status: 503, times: 2 })
  const haat = new Haat({ baseUrl: `${lane.url}/v1`, credential: key.secret })
  const me = await haat.getMe()
  expect([me.meta.livemode, me.http.attempts]).toEqual([false, 3])
})

test("faults outlive the process", async () => {
  await createFault({ operation: "listOrders", status: 503, times: 1 })
  await other.kill()
  other = await startServer({ lane: "fast", databaseUrl: lane.databaseUrl })
  const response = await fetch(`${other.url}/v1/orders`, { headers: { authorization: `Bearer ${key.secret}` } })
  expect(response.status).toBe(503)
})
