import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ApiResponse, Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

const PATH = "/v1/webhook-endpoints"
const PAST = "Fri, 01 May 2026 10:00:00 GMT"
const FUTURE = "Thu, 01 May 2036 10:00:00 GMT"
const HEADERS = ["If-Match", "If-None-Match", "If-Unmodified-Since"]
const FAILED = [412, "precondition_failed"]
const ONE_OF_20 = [200, ...Array<number>(19).fill(412)]

interface Operation {
  operationId: string
  parameters?: { name: string }[]
  responses: object
}

// Preconditions of writes of single resources (RFC 9110, sections 13.1 and 13.2).
describe.each(LANES)("preconditions of writes, on the %s lane", (name) => {
  let lane: Lane
  let key: TestKey
  let seller: TestKey
  let customer: string
  let store: number

  beforeAll(async () => {
    lane = await Lane.lease(name, { WEBHOOK_LOOPBACK: "1" })
    customer = await lane.marketplace.account()
    const owner = await lane.marketplace.account()
    seller = await lane.marketplace.key(owner)
    store = await lane.marketplace.store("Mithila Haat", { owner })
  })
  afterAll(() => lane.close())

  type Sent = Record<string, string>
  const createEndpoint = async (url = "http://127.0.0.1:9/hooks"): Promise<string> => {
    // Each account can have 20 endpoints, and each key has a rate limit.
    key = await lane.marketplace.key(await lane.marketplace.account())
    const { status, json } = await lane.request(PATH, { key, method: "POST", json: { url, events: ["order.created"] } })
    expect(status).toBe(201)
    return String(json.data.id)
  }
  const read = (id: string, headers: Sent = {}) => lane.request(`${PATH}/${id}`, { key, headers })
  const tagOf = async (id: string): Promise<string> => (await read(id)).headers.get("etag") ?? ""
  const patch = (id: string, headers: Sent, json: object = { description: "changed" }) =>
    lane.request(`${PATH}/${id}`, { key, method: "PATCH", json, headers })
  const remove = (id: string, headers: Sent) => lane.request(`${PATH}/${id}`, { key, method: "DELETE", headers })
  const rotate = (id: string, headers: Sent) =>
    lane.request(`${PATH}/${id}/rotate-secret`, { key, method: "POST", headers })
  const confirmed = async (status: "confirmed" | "delivered" = "confirmed"): Promise<string> => {
    const [sellerOrder] = (await lane.marketplace.order({ account: customer, stores: [store], status })).sellerOrders
    return `so_${sellerOrder?.id}`
  }
  const ship = (id: string, headers: Sent) => lane.ship(id, { key: seller, headers })
  const outcome = ({ status, json }: ApiResponse) => (status < 300 ? [status] : [status, json.error.code])

  test("an endpoint has a strong ETag, which changes with the endpoint", async () => {
    const id = await createEndpoint()
    const { headers } = await read(id)
    const etag = headers.get("etag") ?? ""
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect([
      await tagOf(id),
      (await lane.request(`${PATH}/${id}`, { key, method: "HEAD" })).headers.get("etag"),
    ]).toEqual([etag, etag])
    for (const candidate of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect([candidate, (await read(id, { "if-none-match": candidate })).status]).toEqual([candidate, 304])
    }
    const changed = await patch(id, { "if-match": `"other", ${etag}` })
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, await tagOf(id)])
    expect(changed.headers.get("etag")).not.toBe(etag)
    expect(outcome(await patch(id, { "if-match": changed.headers.get("etag") ?? "" }))).toEqual([200])
  })

  test("a response with a strong ETag is not compressed, so its bytes are the same for every client", async () => {
    const id = await createEndpoint(`http://127.0.0.1:9/${"x".repeat(1_900)}`)
    const { headers, text } = await read(id, { "accept-encoding": "gzip, br" })
    expect(text.length).toBeGreaterThan(1_900)
    expect([headers.get("content-encoding"), headers.get("cache-control")]).toEqual([
      null,
      "private, no-cache, no-transform",
    ])
    expect(headers.get("etag")).toMatch(/^"/)
    expect((await read(id, { "accept-encoding": "identity" })).headers.get("etag")).toBe(headers.get("etag"))
  })

  test.each<[string, (etag: string) => Sent]>([
    ["If-Match with another tag", () => ({ "if-match": '"other"' })],
    ["If-Match with its tag, but weak", (etag) => ({ "if-match": `W/${etag}` })],
    ["If-Match with an unquoted tag", (etag) => ({ "if-match": etag.slice(1, -1) })],
    [
      "If-Match with another tag, although not modified since",
      () => ({ "if-match": '"other"', "if-unmodified-since": FUTURE }),
    ],
    ["modified since", () => ({ "if-unmodified-since": PAST })],
    [
      "modified since, in the obsolete forms of a date",
      () => ({ "if-unmodified-since": "Friday, 01-May-26 10:00:00 GMT" }),
    ],
    ["modified since, in the form of asctime()", () => ({ "if-unmodified-since": "Fri May  1 10:00:00 2026" })],
    ["If-None-Match: *", () => ({ "if-none-match": "*" })],
    ["If-None-Match with its own tag, weak", (etag) => ({ "if-none-match": `"other", W/${etag}` })],
    ["If-Match with its tag, and If-None-Match: *", (etag) => ({ "if-match": etag, "if-none-match": "*" })],
  ])("%s: nothing is written", async (_what, headersFor) => {
    const id = await createEndpoint()
    const [before, headers] = [await read(id), headersFor(await tagOf(id))]
    for (const write of [patch, rotate, remove]) {
      const response = await write(id, headers)
      expect([outcome(response), response.headers.get("etag")]).toEqual([FAILED, null])
    }
    const after = await read(id)
    expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")])
    const audit = await lane.marketplace.rows("SELECT action FROM audit_entry WHERE subject = $1", [id.slice(3)])
    expect(audit).toEqual([{ action: "webhook_endpoint.created" }])
  })

  test.each<[string, (etag: string) => Sent]>([
    ["If-Match: *", () => ({ "if-match": "*" })],
    ["If-Match with its tag", (etag) => ({ "if-match": etag })],
    ["If-Match with its tag, although modified since", (etag) => ({ "if-match": etag, "if-unmodified-since": PAST })],
    ["not modified since", () => ({ "if-unmodified-since": FUTURE })],
    ["If-Unmodified-Since with an invalid date", () => ({ "if-unmodified-since": "2026-05-01" })],
    ["If-None-Match with another tag", () => ({ "if-none-match": '"other"' })],
  ])("%s: the write succeeds", async (_what, headersFor) => {
    const id = await createEndpoint()
    for (const [write, status] of [
      [patch, 200],
      [rotate, 200],
      [remove, 204],
    ] as const) {
      expect(outcome(await write(id, headersFor(await tagOf(id))))).toEqual([status])
    }
  })

  test("If-Unmodified-Since with the second of the last change is met", async () => {
    const id = await createEndpoint()
    const at = Date.parse(String((await read(id)).json.data.updated_at))
    expect(outcome(await patch(id, { "if-unmodified-since": new Date(at - 1_000).toUTCString() }))).toEqual(FAILED)
    expect(outcome(await patch(id, { "if-unmodified-since": new Date(at).toUTCString() }))).toEqual([200])
  })

  test("preconditions are evaluated after validation and existence, before the state", async () => {
    const [id, headers] = [await createEndpoint(), { "if-match": '"other"' }]
    expect(outcome(await patch(id, headers, { events: [] }))).toEqual([422, "validation_failed"])
    const missing = "00000000-0000-7000-8000-000000000000"
    for (const write of [patch, rotate, remove])
      expect(outcome(await write(`we_${missing}`, headers))).toEqual([404, "not_found"])
    expect(outcome(await ship(`so_${missing}`, headers))).toEqual([404, "not_found"])
    const delivered = await confirmed("delivered")
    expect(outcome(await ship(delivered, headers))).toEqual(FAILED)
    for (const met of [{}, { "if-match": "*" }, { "if-unmodified-since": FUTURE }]) {
      expect(outcome(await ship(delivered, met))).toEqual([409, "invalid_state"])
    }
  })

  test("of 20 concurrent changes with the same If-Match, exactly one succeeds", async () => {
    for (let round = 0; round < 3; round++) {
      const id = await createEndpoint()
      const headers = { "if-match": await tagOf(id) }
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) => patch(id, headers, { description: `change ${i}` })),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual(ONE_OF_20)
      const done = responses.find(({ status }) => status === 200)
      expect((await read(id)).json.data.description).toBe(done?.json.data.description)
      const again = { "if-match": done?.headers.get("etag") ?? "" }
      const rotations = await Promise.all(Array.from({ length: 20 }, () => rotate(id, again)))
      expect(rotations.map(({ status }) => status).sort()).toEqual(ONE_OF_20)
    }
  })

  test("an order is shipped only in the expected version, which is its ETag", async () => {
    const id = await confirmed()
    const { json } = await lane.request("/v1/seller/orders?per_page=100", { key: seller })
    const version = Number(json.data.find((order) => order.id === id)?.version)
    for (const headers of [
      { "if-match": `"${version + 1}"` },
      { "if-unmodified-since": PAST },
      { "if-none-match": "*" },
    ] as Sent[]) {
      expect([headers, outcome(await ship(id, headers))]).toEqual([headers, FAILED])
    }
    const shipped = await ship(id, { "if-match": `"${version}"` })
    expect([shipped.status, shipped.json.data.version, shipped.headers.get("etag")]).toEqual([
      200,
      version + 1,
      `"${version + 1}"`,
    ])
    const plain = await ship(await confirmed(), {})
    expect(plain.headers.get("etag")).toBe(`"${String(plain.json.data.version)}"`)
    const raced = await confirmed()
    const responses = await Promise.all(Array.from({ length: 20 }, () => ship(raced, { "if-match": `"${version}"` })))
    expect(responses.map(({ status }) => status).sort()).toEqual(ONE_OF_20)
    expect(
      await lane.marketplace.rows("SELECT FROM shipment WHERE seller_order_id = $1", [raced.slice(3)]),
    ).toHaveLength(1)
  })

  test("an Idempotency-Key replays its result despite preconditions, and does not store a failed precondition", async () => {
    const id = await confirmed()
    const once = { "idempotency-key": `ship-${id}` }
    expect(outcome(await ship(id, { ...once, "if-match": '"99"' }))).toEqual(FAILED)
    const first = await ship(id, { ...once, "if-match": "*" })
    const again = await ship(id, { ...once, "if-match": '"99"' })
    expect([again.status, again.headers.get("idempotent-replayed"), again.text]).toEqual([200, "true", first.text])
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"))
    const endpoint = await createEndpoint()
    const turn = { "idempotency-key": "turn", "if-match": await tagOf(endpoint) }
    expect(outcome(await rotate(endpoint, { ...turn, "if-match": '"other"' }))).toEqual(FAILED)
    const rotated = await rotate(endpoint, turn)
    expect([rotated.status, rotated.headers.get("etag"), (await rotate(endpoint, turn)).text]).toEqual([
      200,
      null,
      rotated.text,
    ])
  })

  test("CORS allows the headers, and the OpenAPI description names the operations that accept them", async () => {
    const preflight = await lane.request("/v1/seller/orders/so_1/ship", { method: "OPTIONS" })
    expect(preflight.headers.get("access-control-allow-headers")).toContain(HEADERS.join(", "))
    const { paths } = (await lane.request("/v1/openapi.json")).json as unknown as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const judging = operations.filter(({ parameters = [] }) =>
      HEADERS.every((header) => parameters.some(({ name }) => name === header)),
    )
    const ids = judging.map(({ operationId }) => operationId).sort()
    expect(ids).toEqual([
      "cancelSellerOrder",
      "confirmSellerOrder",
      "deleteWebhookEndpoint",
      "deliverSandboxSellerOrder",
      "packSellerOrder",
      "refundSellerOrder",
      "rotateWebhookEndpointSecret",
      "shipSandboxSellerOrder",
      "shipSellerOrder",
      "updateWebhookEndpoint",
    ])
    expect(operations.filter(({ responses }) => "412" in responses)).toEqual(judging)
  })
})
