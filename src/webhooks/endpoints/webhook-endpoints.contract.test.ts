import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { DnsServer } from "@/testing/fixtures/dns-server"
import { type ApiResponse, Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { stalledMs } from "@/testing/fixtures/machine-stalls"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

const PATH = "/v1/webhook-endpoints"

interface Dripping {
  answer: ApiResponse
  /** How long the machine was suspended meanwhile. */
  stoodMs: number
}

describe.each(LANES)("webhook endpoints, on the %s lane", (name) => {
  let lane: Lane
  let receiver: WebhookReceiver
  let dns: DnsServer
  let account: string
  let key: TestKey
  let testKey: TestKey
  let dripping: Promise<Dripping>

  beforeAll(async () => {
    // The DNS server knows no names.
    dns = await DnsServer.open(() => [])
    lane = await Lane.open(name, { WEBHOOK_LOOPBACK: "1", WEBHOOK_PORTS: "4443", WEBHOOK_DNS_SERVERS: dns.address })
    receiver = await WebhookReceiver.open()
    account = await lane.marketplace.account()
    key = await lane.marketplace.key(account)
    testKey = await lane.marketplace.key(account, { mode: "test" })
    dripping = beginToDrip()
  })
  afterAll(async () => {
    await receiver.close()
    await lane.close()
    dns.close()
  })

  const create = (more: object = {}, by: TestKey = key, headers: Record<string, string> = {}) =>
    lane.request(PATH, {
      key: by,
      method: "POST",
      json: { url: receiver.url("/hooks"), events: ["order.created"], ...more },
      headers,
    })
  const createEndpoint = async (more: object = {}, by?: TestKey) => {
    const { status, json } = await create(more, by)
    expect(status).toBe(201)
    return json.data as unknown as { id: string; secret: string; url: string }
  }
  const patch = (id: string, json: object, by: TestKey = key) =>
    lane.request(`${PATH}/${id}`, { key: by, method: "PATCH", json })
  const post = (id: string, verb: string, by: TestKey = key, headers: Record<string, string> = {}) =>
    lane.request(`${PATH}/${id}/${verb}`, { key: by, method: "POST", headers })

  /** Sends a test event to a receiver that responds byte by byte; the other tests run meanwhile. */
  const beginToDrip = async (): Promise<Dripping> => {
    const by = await lane.marketplace.key(await lane.marketplace.account())
    const drips = await WebhookReceiver.open()
    drips.reply("/drips", (_received, response) => {
      response.writeHead(200, { "content-type": "text/plain" })
      const drip = setInterval(() => response.write("."), 500)
      response.once("close", () => clearInterval(drip))
    })
    const { id } = await createEndpoint({ url: drips.url("/drips") }, by)
    const before = stalledMs()
    const response = await post(id, "test", by)
    const stoodMs = stalledMs() - before
    await drips.close()
    return { answer: response, stoodMs }
  }

  test("an endpoint that can receive no events has a warning that names the event to add", async () => {
    const owner = await lane.marketplace.account()
    await lane.marketplace.store("Mithila Haat", { owner })
    const [seller, other] = [
      await lane.marketplace.key(owner),
      await lane.marketplace.key(await lane.marketplace.account()),
    ]
    const warned = async (by: TestKey, events: string[]) => {
      const { json } = await create({ events }, by)
      const { id, warnings } = json.data as unknown as { id: string; warnings: { code: string; message: string }[] }
      const read = (await lane.request(`${PATH}/${id}`, { key: by })).json.data as unknown as { warnings: unknown[] }
      expect(read.warnings).toEqual(warnings)
      return { id, codes: warnings.map(({ code }) => code), text: warnings.map(({ message }) => message).join() }
    }
    const silent = await warned(seller, ["order.created"])
    expect(silent.codes).toEqual(["buyer_events_only"])
    expect(silent.text).toContain("add seller.order.updated")
    expect(
      (await patch(silent.id, { events: ["order.created", "seller.order.updated"] }, seller)).json.data,
    ).toMatchObject({ warnings: [] })
    expect((await patch(silent.id, { events: ["order.refunded"] }, seller)).json.data).toMatchObject({
      warnings: [{ code: "buyer_events_only" }],
    })
    expect((await warned(seller, ["seller.order.updated"])).codes).toEqual([])
    const outsider = await warned(other, ["seller.order.updated"])
    expect([outsider.codes, outsider.text.includes("add order.created")]).toEqual([["no_store"], true])
    expect((await warned(other, ["order.created"])).codes).toEqual([])
  })

  test("an endpoint is created, read, updated, paused, resumed and deleted", async () => {
    const response = await create({
      description: "  Warehouse ",
      events: ["seller.order.updated", "order.created", "order.created"],
    })
    expect(response.status).toBe(201)
    const { id, secret, ...endpoint } = response.json.data as Record<string, unknown>
    expect(id).toMatch(/^we_[0-9a-f-]{36}$/)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toMatchObject({
      url: receiver.url("/hooks"),
      description: "Warehouse",
      events: ["order.created", "seller.order.updated"],
      status: "enabled",
      livemode: true,
      previous_secret_expires_at: null,
    })
    expect(response.headers.get("location")).toBe(`${lane.url}${PATH}/${String(id)}`)

    const read = await lane.request(`${PATH}/${String(id)}`, { key })
    expect([read.status, read.json.data]).toEqual([200, { id, ...endpoint }])
    const listed = await lane.request(`${PATH}?per_page=1`, { key })
    expect(listed.json.data[0]).toEqual({ id, ...endpoint })
    expect(listed.text).not.toContain("whsec_")

    const changed = await patch(String(id), { events: ["order.refunded"], description: "" })
    expect(changed.json.data).toMatchObject({
      id,
      url: receiver.url("/hooks"),
      description: "",
      events: ["order.refunded"],
      status: "enabled",
    })
    expect((await patch(String(id), { status: "paused" })).json.data.status).toBe("paused")
    expect((await patch(String(id), { status: "enabled" })).json.data.status).toBe("enabled")

    const gone = await lane.request(`${PATH}/${String(id)}`, { key, method: "DELETE" })
    expect([gone.status, gone.text]).toEqual([204, ""])
    for (const again of [
      await lane.request(`${PATH}/${String(id)}`, { key }),
      await lane.request(`${PATH}/${String(id)}`, { key, method: "DELETE" }),
      await patch(String(id), {}),
      await post(String(id), "test"),
      await post(String(id), "rotate-secret"),
    ]) {
      expect([again.status, again.json.error.code]).toEqual([404, "not_found"])
    }
    const uuid = String(id).slice(3)
    const audit = await lane.marketplace.rows<{ action: string }>(
      "SELECT action FROM audit_entry WHERE subject = $1 ORDER BY created_at, id",
      [uuid],
    )
    expect(audit.map(({ action }) => action.replace("webhook_endpoint.", ""))).toEqual([
      "created",
      "updated",
      "updated",
      "updated",
      "deleted",
    ])
    const [leak] = await lane.marketplace.rows<{ n: number }>(
      `SELECT (SELECT count(*) FROM audit_entry e WHERE strpos(e::text, $1) > 0)::int + (SELECT count(*) FROM request_log l WHERE strpos(l::text, $1) > 0)::int AS n`,
      [String(secret).slice(8, 40)],
    )
    expect(leak?.n).toBe(0)
  })

  test("enabling a disabled endpoint resets its failures", async () => {
    const { id } = await createEndpoint()
    await lane.marketplace.rows(
      "UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'failing', failures_in_a_row = 20 WHERE id = $1",
      [id.slice(3)],
    )
    expect((await patch(id, { description: "still out" })).json.data).toMatchObject({
      status: "disabled",
      disabled_reason: "failing",
      failures_in_a_row: 20,
    })
    expect((await patch(id, { status: "enabled" })).json.data).toMatchObject({
      status: "enabled",
      disabled_reason: null,
      failures_in_a_row: 0,
    })
  })

  test("a test event is signed, and its response is returned unchanged", async () => {
    const { id, secret } = await createEndpoint()
    receiver.received.length = 0
    receiver.reply("/hooks", (_received, response) =>
      response.writeHead(500, { "content-type": "text/plain", "x-from": "receiver" }).end("signature does not match"),
    )
    const failed = await post(id, "test")
    expect([failed.status, failed.json.data]).toEqual([
      200,
      expect.objectContaining({
        delivered: false,
        status_code: 500,
        error: null,
        response_body: "signature does not match",
      }),
    ])
    expect(failed.json.data.response_headers).toMatchObject({ "x-from": "receiver" })
    receiver.reply("/hooks", 204)
    const delivered = await post(id, "test")
    expect(delivered.json.data).toMatchObject({ delivered: true, status_code: 204, response_body: "" })
    expect(receiver.received).toHaveLength(2)
    const [, { headers, body } = { headers: {}, body: "" }] = receiver.received
    const event = new Webhook(secret).verify(body, headers) as { id: string }
    expect(event).toMatchObject({ type: "ping", livemode: true, data: { webhook_endpoint: id } })
    const stored = await lane.request(`/v1/events/${event.id}`, { key })
    expect(stored.json.data).toEqual(JSON.parse(body))
    await patch(id, { status: "paused" })
    expect((await post(id, "test")).json.data.delivered).toBe(true)
    await patch(id, { url: "http://127.0.0.1:9/nobody" })
    expect((await post(id, "test")).json.data).toMatchObject({
      delivered: false,
      status_code: null,
      error: "connection_refused",
    })
  })

  test("after a rotation both secrets sign for a day, and an older one does not", async () => {
    const first = await createEndpoint()
    receiver.reply("/hooks", 200)
    const rotated = await post(first.id, "rotate-secret")
    expect(rotated.status).toBe(200)
    const { secret, previous_secret_expires_at } = rotated.json.data as unknown as {
      secret: string
      previous_secret_expires_at: string
    }
    expect(secret).not.toBe(first.secret)
    expect(Math.abs(Date.parse(previous_secret_expires_at) - Date.now() - 86_400_000)).toBeLessThan(60_000)
    const verifies = async (...secrets: string[]): Promise<boolean[]> => {
      receiver.received.length = 0
      await post(first.id, "test")
      const [{ headers, body } = { headers: {}, body: "" }] = receiver.received
      return secrets.map((each) => {
        try {
          new Webhook(each).verify(body, headers)
          return true
        } catch {
          return false
        }
      })
    }
    expect(await verifies(first.secret, secret)).toEqual([true, true])
    const third = ((await post(first.id, "rotate-secret")).json.data as unknown as { secret: string }).secret
    expect(await verifies(first.secret, secret, third)).toEqual([false, true, true])
    await lane.marketplace.rows("UPDATE webhook_endpoint SET previous_secret_expires_at = now() WHERE id = $1", [
      first.id.slice(3),
    ])
    expect(await verifies(secret, third)).toEqual([false, true])
    expect((await lane.request(`${PATH}/${first.id}`, { key })).json.data.previous_secret_expires_at).toBeNull()
  })

  test("an Idempotency-Key replays the first secret, and stores it encrypted", async () => {
    const headers = { "idempotency-key": "make-one" }
    const first = await create({ description: "once" }, key, headers)
    const again = await create({ description: "once" }, key, headers)
    expect([again.status, again.headers.get("idempotent-replayed"), again.json]).toEqual([201, "true", first.json])
    expect(again.headers.get("location")).toBe(first.headers.get("location"))
    expect((await create({ description: "other" }, key, headers)).json.error.code).toBe("idempotency_key_reused")
    // Each mode has keys of its own.
    const inTest = await create({ description: "once" }, testKey, headers)
    expect([inTest.status, inTest.headers.get("idempotent-replayed")]).toEqual([201, null])
    await lane.request(`${PATH}/${String(inTest.json.data.id)}`, { key: testKey, method: "DELETE" })
    const id = String(first.json.data.id)
    const [one, two] = [
      await post(id, "rotate-secret", key, { "idempotency-key": "turn" }),
      await post(id, "rotate-secret", key, { "idempotency-key": "turn" }),
    ]
    expect([two.headers.get("idempotent-replayed"), two.json]).toEqual(["true", one.json])
    const [stored] = await lane.marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM idempotency_key WHERE result::text LIKE '%whsec_%'",
    )
    expect(stored?.n).toBe(0)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => create({ description: "raced" }, key, { "idempotency-key": "raced" })),
    )
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ json }) => json.data.id)).size).toBe(1)
    expect(await lane.marketplace.rows("SELECT FROM webhook_endpoint WHERE description = 'raced'")).toHaveLength(1)
  })

  test("endpoints of other accounts and of the other mode are a 404", async () => {
    const live = await createEndpoint()
    const inTest = await createEndpoint({}, testKey)
    const stranger = await lane.marketplace.key(await lane.marketplace.account())
    for (const [id, by] of [
      [live.id, stranger],
      [live.id, testKey],
      [inTest.id, key],
      ["we_x", key],
      [`evt_${live.id.slice(3)}`, key],
      ["we_00000000-0000-0000-0000-000000000000", key],
    ] as const) {
      const responses = [
        await lane.request(`${PATH}/${id}`, { key: by }),
        await patch(id, { status: "paused" }, by),
        await post(id, "test", by),
        await post(id, "rotate-secret", by),
        await lane.request(`${PATH}/${id}`, { key: by, method: "DELETE" }),
      ]
      for (const { status, json } of responses) expect([id, status, json.error.code]).toEqual([id, 404, "not_found"])
    }
    expect((await lane.request(PATH, { key: stranger })).json.data).toEqual([])
    const ids = async (by: TestKey): Promise<unknown[]> =>
      (await lane.request(`${PATH}?per_page=100`, { key: by })).json.data.map(({ id }) => id)
    expect(await ids(testKey)).toEqual([inTest.id])
    expect(await ids(key)).toContain(live.id)
    expect(await ids(key)).not.toContain(inTest.id)
    expect((await lane.request(`${PATH}/${inTest.id}`, { key: testKey })).json.data).toMatchObject({
      livemode: false,
      status: "enabled",
    })
  })

  test("every operation without the scope is a 403", async () => {
    const { id } = await createEndpoint()
    const reader = await lane.marketplace.key(account, {
      scopes: ["profile.read", "orders.read", "seller.orders.read", "seller.orders.write"],
    })
    const responses = [
      await lane.request(PATH, { key: reader }),
      await create({}, reader),
      await lane.request(`${PATH}/${id}`, { key: reader }),
      await patch(id, { url: 1 }, reader),
      await post(id, "test", reader),
      await post(id, "rotate-secret", reader),
      await lane.request(`${PATH}/${id}`, { key: reader, method: "DELETE" }),
      await lane.request("/v1/events", { key: reader }),
      await lane.request("/v1/events/evt_1", { key: reader }),
    ]
    for (const { status, json } of responses) expect([status, json.error.code]).toEqual([403, "insufficient_scope"])
    expect((await lane.request(PATH)).status).toBe(401)
    expect((await lane.request(`${PATH}/${id}`, { key })).status).toBe(200)
  })

  test.each([
    ["an empty URL", { url: "" }, "url"],
    ["no URL", { url: undefined }, "url"],
    ["a very long URL", { url: `https://example.com/${"x".repeat(2_000)}` }, "url"],
    ["no events", { events: [] }, "events"],
    ["ping", { events: ["ping"] }, "events.0"],
    ["an unknown event", { events: ["order.lost"] }, "events.0"],
    ["events that are not a list", { events: "order.created" }, "events"],
    ["a very long description", { description: "x".repeat(201) }, "description"],
    ["a description with NUL", { description: "a\u0000b" }, "description"],
  ])("an invalid endpoint is a 422 that names the field: %s", async (_what, more, param) => {
    const response = await create(more)
    expect([response.status, response.json.error.details[0]?.param]).toEqual([422, param])
  })

  test("a URL that may not be requested is a 422 with the reason, at creation and update", async () => {
    const { id } = await createEndpoint()
    for (const [url, code] of [
      ["nowhere", "invalid_url"],
      ["ftp://example.com/", "https_required"],
      ["http://example.com/", "https_required"],
      ["https://user:word@example.com/", "credentials_not_allowed"],
      ["https://example.com:8443/", "port_not_allowed"],
      ["https://10.0.0.1/", "address_not_public"],
      ["https://169.254.169.254/latest/meta-data", "address_not_public"],
      ["https://[fd00::1]/", "address_not_public"],
      ["https://[::ffff:10.0.0.1]/", "address_not_public"],
      ["https://[64:ff9b::a00:1]/", "address_not_public"],
      ["https://0x0a000001/", "address_not_public"],
      ["https://no-such-host.invalid/", "host_not_found"],
    ] as const) {
      for (const response of [await create({ url }), await patch(id, { url })]) {
        expect([url, response.status, response.json.error.details]).toEqual([
          url,
          422,
          [{ param: "url", code, message: expect.any(String) as string }],
        ])
      }
    }
    expect(new Set(dns.queriedNames)).toEqual(new Set(["no-such-host.invalid"]))
    // WEBHOOK_PORTS allows it.
    expect((await create({ url: "https://93.184.216.34:4443/" })).status).toBe(201)
    expect((await lane.request(`${PATH}/${id}`, { key })).json.data.url).toBe(receiver.url("/hooks"))
  })

  test("30 concurrent creations make 20 endpoints, in each mode", async () => {
    const many = await lane.marketplace.account()
    for (const mode of ["live", "test"] as const) {
      const by = await lane.marketplace.key(many, { mode })
      const responses = await Promise.all(Array.from({ length: 30 }, () => create({}, by)))
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
      expect(
        responses.filter(({ status, json }) => status === 409 && json.error.code === "invalid_state"),
      ).toHaveLength(10)
      const first = String((await lane.request(PATH, { key: by })).json.data[0]?.id)
      await lane.request(`${PATH}/${first}`, { key: by, method: "DELETE" })
      expect((await create({}, by)).status).toBe(201)
    }
  })

  test("an account with an unverified email address cannot create an endpoint", async () => {
    const unverified = await lane.marketplace.account()
    await lane.marketplace.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [unverified])
    const response = await create({}, await lane.marketplace.key(unverified))
    expect([response.status, response.json.error.code]).toEqual([403, "email_not_verified"])
  })

  test("a slow response to a test event times out after 15 seconds in total", async () => {
    const { answer: response, stoodMs } = await dripping
    const { data } = response.json
    expect(data).toMatchObject({ delivered: false, status_code: 200, error: "timeout" })
    expect(Number(data.duration_ms)).toBeGreaterThanOrEqual(14_900)
    expect(Number(data.duration_ms)).toBeLessThan(18_000 + stoodMs)
  })
})
