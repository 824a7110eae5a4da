import { afterAll, beforeAll, expect, test } from "vitest"
import type { Scope } from "@/domain/scope"
import { verifyWebhook } from "@/sdk/webhooks"
import { addTestClient, type TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { wrongSecret } from "@/testing/fixtures/wrong-secret"

// A client's own token (RFC 6749, section 4.4), and the events of the accounts that consent.

let provider: OauthProvider
let receiver: WebhookReceiver

beforeAll(async () => {
  provider = await OauthProvider.open("fast", { WEBHOOK_LOOPBACK: "1" })
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await provider.close()
  await receiver.close()
})

/** ACCOUNTS=200 ROUNDS=2 moves 1,000 orders of 200 accounts. */
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 20)
/** How often each account's order moves before consents are removed, and again afterwards. */
const ROUNDS = Number(process.env.ROUNDS ?? 1)
const MOVES = 2 * ROUNDS + 1

const SCOPES: Scope[] = ["openid", "orders.read", "seller.orders.read"]
function confidentialApp(type: "public" | "confidential" = "confidential"): Promise<TestApp> {
  return provider.app({ type, required: ["openid"], optional: SCOPES.slice(1) })
}
function issue(app: TestApp, parameters: Record<string, string> = {}) {
  return provider.exchange(app, { grant_type: "client_credentials", redirect_uri: undefined, ...parameters })
}
function tokenOf(app: TestApp): Promise<string> {
  return provider.clientToken(app)
}
function consent(account: string, app: TestApp, scopes: Scope[], persona = false): Promise<string> {
  return provider.consent(account, app, scopes, persona)
}
async function addEndpoint(key: string, path: string, events: string[]) {
  const { status, json } = await provider.lane.request("/v1/webhook-endpoints", {
    key,
    method: "POST",
    json: { url: receiver.url(path), events },
  })
  expect([status, json.error]).toEqual([201, undefined])
  return json.data as unknown as { id: string; secret: string; warnings: unknown[] }
}
interface ReceivedEvent {
  id: string
  type: string
  livemode: boolean
  account?: { id: string }
  data: { id: string; number?: string; scopes?: string[] }
}
/** What a path has received, verified. */
function receivedAt(path: string, secret: string): ReceivedEvent[] {
  return receiver.at(path).map(({ headers, body }) => verifyWebhook(secret, headers, body) as unknown as ReceivedEvent)
}
/** When the recorded attempts of an endpoint began, by event. */
async function attemptTimes(endpoint: string): Promise<Map<string, number>> {
  return new Map(
    (
      await provider.rows<{ event_id: string; began: Date }>(
        "SELECT d.event_id, a.created_at AS began FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
        [endpoint.slice(3)],
      )
    ).map(({ event_id: event, began }) => [`evt_${event}`, began.getTime()]),
  )
}

test("a confidential client gets a token of its own, for its endpoints and events alone", async () => {
  const app = await confidentialApp()
  const { status, headers, json } = await issue(app)
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
  expect(json).toEqual({
    access_token: expect.stringMatching(/^haat_app_\w{36}$/) as string,
    token_type: "Bearer",
    expires_in: 3600,
    scope: "app.webhooks.manage app.events.read",
  })
  const narrow = await issue(app, { scope: "app.events.read" })
  expect(narrow.json.scope).toBe("app.events.read")
  const { lane } = provider
  expect((await lane.request("/v1/events", { key: narrow.json.access_token })).status).toBe(200)
  const managing = (await issue(app, { scope: "app.webhooks.manage" })).json.access_token
  const none = "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92"
  for (const [key, path] of [
    ...["/v1/webhook-endpoints", "/v1/webhook-deliveries"].map((each) => [narrow.json.access_token, each] as const),
    ...["/v1/events", `/v1/events/${none}`, "/v1/events/stream"].map((each) => [managing, each] as const),
  ])
    expect([path, (await lane.request(path, { key })).json.error.code]).toEqual([path, "insufficient_scope"])
  for (const path of ["/v1/me", "/v1/orders", "/v1/seller/orders", "/v1/requests", "/v1/limits", "/v1/keys"]) {
    const response = await lane.request(path, { key: json.access_token })
    expect([path, response.status, response.json.error.code]).toEqual([path, 403, "insufficient_scope"])
  }
  expect((await provider.userinfo(json.access_token)).status).toBe(401)
  expect((await provider.revoke(app, json.access_token)).status).toBe(200)
  expect((await lane.request("/v1/events", { key: json.access_token })).json.error.code).toBe("token_revoked")
  await provider.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [app.id])
  expect((await lane.request("/v1/events", { key: narrow.json.access_token })).json.error.code).toBe("token_revoked")
  expect((await issue(app)).json.error).toBe("unauthorized_client")
})

test("public clients, wrong secrets and scopes of people are refused", async () => {
  const open = await issue(await confidentialApp("public"))
  expect([open.status, open.json.error, open.json.access_token]).toEqual([400, "unauthorized_client", undefined])
  const app = await confidentialApp()
  const wrong = await issue({ ...app, secret: wrongSecret(app.secret ?? "") })
  expect([wrong.status, wrong.json.error]).toEqual([401, "invalid_client"])
  for (const scope of ["orders.read", "app.events.read openid", "app.everything", " "]) {
    const refused = await issue(app, { scope })
    expect([scope, refused.status, refused.json.error]).toEqual([scope, 400, "invalid_scope"])
  }
})

test("an app reads and changes its own endpoints and events only", async () => {
  const [app, other] = [await confidentialApp(), await confidentialApp()]
  const [token, foreign] = [await tokenOf(app), await tokenOf(other)]
  const owner = await provider.lane.marketplace.key(app.ownerId)
  const { id, warnings } = await addEndpoint(token, "/own", ["order.created", "app.authorized"])
  expect(warnings).toEqual([])
  const buyer = await provider.lane.marketplace.account()
  await consent(buyer, app, ["openid", "orders.read"])
  const { lane } = provider
  const events = (await lane.request("/v1/events", { key: token })).json.data
  expect(events).toEqual([
    expect.objectContaining({
      type: "app.authorized",
      account: { id: `acc_${buyer}` },
      data: { scopes: ["openid", "orders.read"] },
    }),
  ])
  const event = `/v1/events/${String(events[0]?.id)}`
  expect((await lane.request(event, { key: token })).json.data).toEqual(events[0])
  for (const key of [foreign, owner.secret]) {
    expect((await lane.request(event, { key })).status).toBe(404)
    expect((await lane.request("/v1/events", { key })).json.data).toEqual([])
    expect((await lane.request("/v1/webhook-endpoints", { key })).json.data).toEqual([])
    for (const method of ["GET", "PATCH", "DELETE"])
      expect(
        (
          await lane.request(`/v1/webhook-endpoints/${id}`, {
            key,
            method,
            ...(method === "PATCH" && { json: { status: "paused" } }),
          })
        ).status,
      ).toBe(404)
  }
  for (const [key, type] of [
    [token, "key.expiring"],
    [owner.secret, "app.authorized"],
  ] as const) {
    const json = { url: receiver.url("/own"), events: [type] }
    expect((await lane.request("/v1/webhook-endpoints", { key, method: "POST", json })).status).toBe(422)
  }
  const paused = await lane.request(`/v1/webhook-endpoints/${id}`, {
    key: token,
    method: "PATCH",
    json: { status: "paused" },
  })
  expect(paused.json.data).toMatchObject({ status: "paused" })
  expect((await lane.request(`/v1/webhook-endpoints/${id}`, { key: token, method: "DELETE" })).status).toBe(204)
})

test("an Idempotency-Key of an app is not one of its developer, or of the developer's other apps", async () => {
  const { lane } = provider
  const app = await confidentialApp()
  const other = await provider.app({ type: "confidential", owner: app.ownerId })
  const owner = await lane.marketplace.key(app.ownerId)
  for (const key of [await tokenOf(app), await tokenOf(other), owner.secret]) {
    const create = () =>
      lane.request("/v1/webhook-endpoints", {
        key,
        method: "POST",
        json: { url: receiver.url("/once"), events: ["order.created"] },
        headers: { "idempotency-key": "set-up" },
      })
    const [first, repeated] = [await create(), await create()]
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null])
    expect([repeated.json.data.id, repeated.headers.get("idempotent-replayed")]).toEqual([first.json.data.id, "true"])
    expect((await lane.request(`/v1/webhook-endpoints/${String(first.json.data.id)}`, { key })).status).toBe(200)
  }
})

test(`of ${ACCOUNTS} accounts that consent each due event arrives; after a removal nothing begins a second later`, async () => {
  const { lane } = provider
  const { marketplace } = lane
  const app = await confidentialApp()
  const token = await tokenOf(app)
  const path = "/twenty"
  const { id, secret } = await addEndpoint(token, path, [
    "order.shipped",
    "seller.order.updated",
    "app.authorized",
    "app.deauthorized",
  ])
  const owner = await marketplace.account()
  const store = await marketplace.store("Mithila Haat", { owner })
  const seller = await marketplace.key(owner, { rateLimit: 10_000 })
  const people = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const account = await marketplace.account()
      const grant = await consent(account, app, ["openid", "orders.read"])
      const client = await lane.signedIn(account)
      return { account, grant, client, removed: Infinity, due: [] as string[], late: [] as string[] }
    }),
  )
  await consent(owner, app, ["openid", "seller.orders.read"])
  const without = await marketplace.account()
  await consent(without, app, ["openid"])
  /** Ships an order of each account. */
  const ship = async (): Promise<void> => {
    for (const person of people) {
      const order = await marketplace.order({ account: person.account, stores: [store] })
      expect((await lane.ship(`so_${order.sellerOrders[0]?.id}`, { key: seller })).status).toBe(200)
      ;(person.removed === Infinity ? person.due : person.late).push(`ord_${order.id}`)
    }
    const { sellerOrders } = await marketplace.order({ account: without, stores: [store] })
    expect((await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })).status).toBe(200)
  }
  for (let round = 0; round < ROUNDS; round++) await ship()
  const gone = people.filter((_, index) => index % 2 === 0)
  const remove = async (person: (typeof people)[number]): Promise<void> => {
    const { status } = await person.client.mutate("connectedApps.remove", { id: person.grant })
    person.removed = Date.now()
    expect(status).toBe(200)
  }
  await Promise.all([ship(), ...gone.map(remove)])
  for (let round = 0; round < ROUNDS; round++) await ship()
  const shippedTo = (account: string): string[] =>
    receivedAt(path, secret)
      .filter((received) => received.type === "order.shipped" && received.account?.id === `acc_${account}`)
      .map(({ data }) => data.id)
  const staying = people.filter((person) => person.removed === Infinity)
  expect(staying).toHaveLength(ACCOUNTS / 2)
  for (const { account, due } of staying) {
    expect(due).toHaveLength(MOVES)
    await expect.poll(() => shippedTo(account).sort(), { timeout: 15_000 }).toEqual([...due].sort())
  }
  await expect
    .poll(() => receivedAt(path, secret).filter(({ type }) => type === "app.deauthorized").length, { timeout: 15_000 })
    .toBe(ACCOUNTS / 2)
  await expect
    .poll(async () => {
      const recorded = await attemptTimes(id)
      return receivedAt(path, secret).filter((event) => !recorded.has(event.id))
    })
    .toEqual([])
  const began = await attemptTimes(id)
  for (const person of gone) {
    const received = receivedAt(path, secret).filter(({ account }) => account?.id === `acc_${person.account}`)
    for (const event of received)
      if (event.type !== "app.deauthorized")
        expect((began.get(event.id) ?? Infinity) - person.removed).toBeLessThan(1_000)
    expect(shippedTo(person.account)).toEqual(expect.not.arrayContaining(person.late))
    expect(received.filter(({ type }) => type === "app.authorized")).toHaveLength(1)
  }
  const ofSeller = receivedAt(path, secret).filter(({ type }) => type === "seller.order.updated")
  expect(new Set(ofSeller.map(({ account }) => account?.id))).toEqual(new Set([`acc_${owner}`]))
  await expect
    .poll(() => receivedAt(path, secret).filter(({ type }) => type === "seller.order.updated").length, {
      timeout: 15_000,
    })
    .toBe((ACCOUNTS + 1) * MOVES)
  expect(JSON.stringify(receivedAt(path, secret))).not.toContain("Lalbagh")
  const received = receivedAt(path, secret).map(({ account }) => account?.id)
  expect(received.filter((id) => id === `acc_${without}`)).toHaveLength(1)
  // Nor can it be read any more.
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const log: ReceivedEvent[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { json } = await lane.request(`/v1/events?since=${since}&per_page=100&page=${page}`, { key: token })
    log.push(...(json.data as unknown as typeof log))
    last = json.meta.last_page
  }
  const shipped = log.filter(({ type }) => type === "order.shipped").map(({ account }) => account?.id)
  expect(new Set(shipped)).toEqual(new Set(staying.map(({ account }) => `acc_${account}`)))
  expect(shipped).toHaveLength(staying.length * MOVES)

  // A replay of the hour equals the log.
  const before = receiver.at(path).length
  const replay = await lane.request(`/v1/webhook-endpoints/${id}/replay`, {
    key: token,
    method: "POST",
    json: { since, status: "all" },
  })
  expect(replay.json.data).toMatchObject({ count: log.length })
  const replayed = () =>
    new Set(
      receiver
        .at(path)
        .slice(before)
        .map(({ headers }) => headers["webhook-id"]),
    )
  await expect.poll(replayed, { timeout: 15_000 }).toEqual(new Set(log.map((event) => event.id)))
})

test("deliveries with a retry scheduled are cancelled when the consent ends", async () => {
  const { marketplace } = provider.lane
  const app = await confidentialApp()
  const token = await tokenOf(app)
  receiver.reply("/waits", 500)
  await addEndpoint(token, "/waits", ["order.shipped"])
  const owner = await marketplace.account()
  const [store, seller] = [await marketplace.store("Kosi Bazaar", { owner }), await marketplace.key(owner)]
  const buyer = await marketplace.account()
  const grant = await consent(buyer, app, ["openid", "orders.read"])
  const { lane } = provider
  const client = await lane.signedIn(buyer)
  const { sellerOrders } = await marketplace.order({ account: buyer, stores: [store] })
  expect((await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })).status).toBe(200)
  await expect.poll(() => receiver.at("/waits").length, { timeout: 10_000 }).toBe(1)
  const [waiting] = (await lane.request("/v1/webhook-deliveries", { key: token })).json.data
  const delivery = async () =>
    (await lane.request(`/v1/webhook-deliveries/${String(waiting?.id)}`, { key: token })).json.data
  const event = async () => (await lane.request(`/v1/events/${String(waiting?.event_id)}`, { key: token })).status
  expect([(await delivery()).body, await event()]).toEqual([expect.any(String), 200])
  expect((await client.mutate("connectedApps.remove", { id: grant })).status).toBe(200)
  // Nor can it be read any more.
  expect([(await delivery()).body, await event()]).toEqual([null, 404])
  await expect.poll(delivery, { timeout: 15_000 }).toMatchObject({ status: "failed", attempts: 1 })
  expect(receiver.at("/waits")).toHaveLength(1)
})

test("a test client receives events of sandboxes only, and sees other accounts by a pairwise id", async () => {
  const { lane } = provider
  const { marketplace } = lane
  const app = await confidentialApp()
  const client = await addTestClient(marketplace, app)
  const token = await tokenOf(client)
  expect(token).toMatch(/^haat_appt_/)
  const path = "/test-client"
  const { secret } = await addEndpoint(token, path, ["order.created", "seller.order.created"])
  const [stranger, developer] = [await marketplace.account(), app.ownerId]
  await consent(stranger, client, ["orders.read", "seller.orders.read"], true)
  await consent(developer, client, ["orders.read", "seller.orders.read"])
  for (const account of [stranger, developer]) {
    const key = await marketplace.key(account, { mode: "test" })
    const placed = await lane.request("/v1/sandbox/orders", {
      key,
      method: "POST",
      json: { items: [{ sku: "FX-004" }] },
    })
    expect(placed.status).toBe(200)
  }
  await expect.poll(() => receivedAt(path, secret).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
  const received = receivedAt(path, secret)
  expect(received.every(({ livemode }) => !livemode)).toBe(true)
  const accounts = new Set(received.map(({ account }) => account?.id ?? ""))
  expect(accounts.size).toBe(2)
  expect(accounts).toContain(`acc_${developer}`)
  const events = await lane.request("/v1/events", { key: token })
  expect(events.json.data.length).toBeGreaterThanOrEqual(2)
  for (const text of [events.text, ...receiver.at(path).map(({ body }) => body)]) expect(text).not.toContain(stranger)
  const live = await tokenOf(app)
  expect((await lane.request("/v1/events", { key: live })).json.data).toEqual([])
})
