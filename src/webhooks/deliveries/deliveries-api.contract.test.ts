import { afterAll, beforeAll, expect, test } from "vitest"
import type { Delivery, DeliveryDetail } from "@/webhooks/deliveries/schema"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

let lane: Lane
let receiver: WebhookReceiver

beforeAll(async () => {
  lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await lane.close()
})

interface Call {
  json?: object
  idempotencyKey?: string
}

function apiOf(key: TestKey) {
  const call = async <Data>(method: string, path: string, { json, idempotencyKey }: Call = {}) => {
    const response = await lane.request(`/v1${path}`, {
      key,
      method,
      ...(json && { json }),
      headers: idempotencyKey ? { "idempotency-key": idempotencyKey } : {},
    })
    return { ...response, data: response.json.data as Data }
  }
  return {
    get: <Data>(path: string) => call<Data>("GET", path),
    post: <Data>(path: string, options?: Call) => call<Data>("POST", path, options),
    patch: <Data>(path: string, options?: Call) => call<Data>("PATCH", path, options),
  }
}

let paths = 0
async function setUp(mode: "live" | "test" = "live") {
  const account = await lane.marketplace.account()
  const api = apiOf(await lane.marketplace.key(account, { mode }))
  const path = `/api-${paths++}`
  const add = async (events: string[] = ["order.created"]): Promise<string> =>
    (await api.post<{ id: string }>("/webhook-endpoints", { json: { url: receiver.url(path), events } })).data.id
  return { account, api, path, add, endpoint: await add() }
}

/** Inserts a delivery of an order's event. */
async function insertDelivery(
  account: string,
  endpoint: string,
  { at, status, type = "order.created" }: { at: Date; status: string; type?: string },
): Promise<string> {
  const time = at.getTime().toString(16).padStart(12, "0")
  const [event, delivery] = ["1", "2"].map(
    (kind) =>
      `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${kind}${Math.floor(Math.random() * 1e11)
        .toString()
        .padStart(11, "0")}`,
  )
  await lane.marketplace.rows(
    "INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data, created_at) SELECT $1, $4, $2, $1, '2026-05-01', livemode, '{}', $3 FROM webhook_endpoint WHERE id = $5",
    [event, account, at, type, endpoint.slice(3)],
  )
  await lane.marketplace.rows(
    "INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at, last_status_code) VALUES ($1, $2, $3, $6, $4, $5, 1, $3, $3, 500)",
    [delivery, event, at, endpoint.slice(3), status, type],
  )
  return `del_${delivery}`
}

function minutesAgo(minutes: number): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000)
}
function ids(deliveries: Delivery[]): string[] {
  return deliveries.map(({ id }) => id)
}

test.each(["live", "test"] as const)(
  "deliveries of all endpoints are listed with filters, in %s mode",
  async (mode) => {
    const { account, api, add, endpoint } = await setUp(mode)
    const other = await add(["order.refunded"])
    const first = await insertDelivery(account, endpoint, { at: minutesAgo(50), status: "failed" })
    const second = await insertDelivery(account, other, {
      at: minutesAgo(40),
      status: "delivered",
      type: "order.refunded",
    })
    const third = await insertDelivery(account, endpoint, { at: minutesAgo(30), status: "delivered" })
    const list = async (query = "") => (await api.get<Delivery[]>(`/webhook-deliveries${query}`)).data
    expect(ids(await list())).toEqual([third, second, first])
    expect(ids(await list("?per_page=2&page=2"))).toEqual([first])
    expect(ids(await list(`?endpoint=${endpoint}`))).toEqual([third, first])
    expect(ids(await list("?status=delivered"))).toEqual([third, second])
    expect(ids(await list("?type=order.refunded"))).toEqual([second])
    const range = `?since=${minutesAgo(45).toISOString()}&until=${minutesAgo(35).toISOString()}`
    expect(ids(await list(range))).toEqual([second])
    expect((await list())[1]).toMatchObject({ endpoint_id: other, event_type: "order.refunded", attempts: 1 })
    const page = await api.get<Delivery[]>("/webhook-deliveries?per_page=1")
    expect(page.json.meta).toMatchObject({ total: 3, last_page: 3 })
    // Deleted endpoints keep their deliveries.
    await lane.marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [other.slice(3)])
    expect(ids(await list())).toEqual([third, second, first])

    const stranger = await setUp(mode)
    const outsiders = [
      stranger.api,
      apiOf(await lane.marketplace.key(account, { mode: mode === "live" ? "test" : "live" })),
    ]
    for (const outsider of outsiders) {
      expect((await outsider.get<Delivery[]>("/webhook-deliveries")).data).toEqual([])
      for (const { status } of [
        await outsider.get(`/webhook-deliveries?endpoint=${endpoint}`),
        await outsider.get(`/webhook-deliveries/${first}`),
        await outsider.post(`/webhook-deliveries/${first}/redeliver`),
        await outsider.post(`/webhook-endpoints/${endpoint}/replay`, { json: { since: minutesAgo(60).toISOString() } }),
        await outsider.post(`/webhook-endpoints/${endpoint}/test`, { json: { type: "order.created" } }),
      ])
        expect(status).toBe(404)
    }
    const reader = await lane.marketplace.key(account, { mode, scopes: ["orders.read"] })
    expect((await apiOf(reader).get("/webhook-deliveries")).status).toBe(403)
  },
)

test("a redelivery is sent once for each Idempotency-Key", async () => {
  const { account, api, path, endpoint } = await setUp()
  receiver.reply(path, 200)
  const id = await insertDelivery(account, endpoint, { at: minutesAgo(5), status: "delivered" })
  const redeliver = () => api.post<Delivery>(`/webhook-deliveries/${id}/redeliver`, { idempotencyKey: "again" })
  const first = await redeliver()
  expect([first.status, first.data.status]).toEqual([200, "pending"])
  await expect.poll(() => receiver.at(path).length, { timeout: 15_000 }).toBe(1)
  await expect
    .poll(async () => (await api.get<Delivery>(`/webhook-deliveries/${id}`)).data.status, { timeout: 15_000 })
    .toBe("delivered")
  const repeated = await redeliver()
  expect(repeated.data).toEqual(first.data)
  expect(repeated.headers.get("idempotent-replayed")).toBe("true")
  const { history } = (await api.get<DeliveryDetail>(`/webhook-deliveries/${id}`)).data
  expect(history.map(({ trigger, status_code }) => [trigger, status_code])).toEqual([["redelivery", 200]])
  expect(receiver.at(path)).toHaveLength(1)
})

test("a replay sends what its range and its status choose, counted beforehand", async () => {
  const { account, api, path, endpoint } = await setUp()
  receiver.reply(path, 200)
  const at = [50, 40, 30, 20].map(minutesAgo)
  const statuses = ["failed", "delivered", "failed", "failed"] as const
  const deliveries: string[] = []
  for (const [index, status] of statuses.entries())
    deliveries.push(await insertDelivery(account, endpoint, { at: at[index] ?? new Date(), status }))
  const since = minutesAgo(60).toISOString()
  const replay = (json: object, idempotencyKey?: string) =>
    api.post<{ count: number; dry_run: boolean }>(`/webhook-endpoints/${endpoint}/replay`, {
      json: { since, ...json },
      ...(idempotencyKey && { idempotencyKey }),
    })
  const until = at[3]?.toISOString()
  expect((await replay({ dry_run: true })).data).toEqual({ count: 3, dry_run: true })
  expect((await replay({ dry_run: true, until })).data.count).toBe(2)
  expect((await replay({ dry_run: true, status: "delivered" })).data.count).toBe(1)
  expect((await replay({ dry_run: true, status: "all" })).data.count).toBe(4)
  expect(receiver.at(path)).toHaveLength(0)
  const first = await replay({ until }, "outage")
  expect(first.data).toEqual({ count: 2, dry_run: false })
  await expect.poll(() => receiver.at(path).length, { timeout: 15_000 }).toBe(2)
  const repeated = await replay({ until }, "outage")
  expect([repeated.data, repeated.headers.get("idempotent-replayed")]).toEqual([first.data, "true"])
  expect((await replay({}, "outage")).json.error.code).toBe("idempotency_key_reused")
  expect((await replay({ status: "delivered", until })).data.count).toBe(1)
  await expect.poll(() => receiver.at(path).length, { timeout: 15_000 }).toBe(3)
  expect((await replay({ since: "yesterday" })).json.error.code).toBe("validation_failed")
})

test.each(["live", "test"] as const)(
  "a test sends a sample of any type, marked and in no list of events, in %s mode",
  async (mode) => {
    const { api, path, endpoint } = await setUp(mode)
    receiver.reply(path, (_received, response) => response.writeHead(202).end("thanks"))
    const test = (type: string, idempotencyKey?: string) =>
      api.post<{ delivery_id: string; status_code: number; response_body: string }>(
        `/webhook-endpoints/${endpoint}/test`,
        {
          json: { type },
          ...(idempotencyKey && { idempotencyKey }),
        },
      )
    for (const type of [...WEBHOOK_EVENTS, "ping"]) {
      const { data } = await test(type)
      expect(data).toMatchObject({ status_code: 202, response_body: "thanks" })
      const received = receiver.at(path).at(-1)
      expect(JSON.parse(received?.body ?? "")).toMatchObject({ type, livemode: mode === "live", data: {} })
      expect(received?.headers["haat-test"]).toBe("true")
      expect((await api.get<DeliveryDetail>(`/webhook-deliveries/${data.delivery_id}`)).data).toMatchObject({
        event_type: type,
        body: received?.body,
        history: [{ trigger: "test", status_code: 202 }],
      })
    }
    const listed = (await api.get<{ type: string }[]>("/events")).data
    expect(listed.map(({ type }) => type)).toEqual(["ping"])
    const sent = receiver.at(path).length
    const first = await test("order.refunded", "one test")
    const repeated = await test("order.refunded", "one test")
    expect(repeated.data).toEqual(first.data)
    expect(repeated.headers.get("idempotent-replayed")).toBe("true")
    expect(receiver.at(path)).toHaveLength(sent + 1)
    expect((await test("order.lost")).json.error.code).toBe("validation_failed")
    // A replay leaves tests out, failed ones too.
    receiver.reply(path, 500)
    await test("order.created")
    for (const dryRun of [true, false]) {
      const replay = await api.post<{ count: number }>(`/webhook-endpoints/${endpoint}/replay`, {
        json: { since: minutesAgo(60).toISOString(), status: "all", dry_run: dryRun },
      })
      expect(replay.data).toEqual({ count: 0, dry_run: dryRun })
    }
  },
)

test("two tests with one Idempotency-Key at a time are one test", async () => {
  const { api, path, endpoint } = await setUp()
  receiver.reply(path, (_received, response) => setTimeout(() => response.writeHead(200).end(), 500))
  const answers = await Promise.all(
    [1, 2].map(() => api.post(`/webhook-endpoints/${endpoint}/test`, { json: {}, idempotencyKey: "both" })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(receiver.at(path)).toHaveLength(1)
})

test("an endpoint is changed once for each Idempotency-Key", async () => {
  const { api, endpoint } = await setUp()
  const pause = { json: { status: "paused" }, idempotencyKey: "pause" }
  const first = await api.patch<{ status: string }>(`/webhook-endpoints/${endpoint}`, pause)
  await api.patch(`/webhook-endpoints/${endpoint}`, { json: { status: "enabled" } })
  const repeated = await api.patch<{ status: string }>(`/webhook-endpoints/${endpoint}`, pause)
  expect([repeated.data, repeated.headers.get("etag")]).toEqual([first.data, first.headers.get("etag")])
  expect((await api.get<{ status: string }>(`/webhook-endpoints/${endpoint}`)).data.status).toBe("enabled")
})
