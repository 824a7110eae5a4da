import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Scope } from "@/domain/scope"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"
import { connectStream } from "@/testing/fixtures/stream-client"

// An app's own token streams the events of the accounts that consent.

let provider: OauthProvider

beforeAll(async () => {
  provider = await OauthProvider.open("fast", { WORKER: "off" })
})
afterAll(() => provider.close())

const SCOPES: Scope[] = ["openid", "orders.read", "seller.orders.read"]
function confidentialApp(): Promise<TestApp> {
  return provider.app({ type: "confidential", required: ["openid"], optional: SCOPES.slice(1) })
}

let stores = 0
async function setUp() {
  const { lane } = provider
  const { marketplace } = lane
  const app = await confidentialApp()
  const token = await provider.clientToken(app)
  const owner = await marketplace.account()
  const [store, seller] = [await marketplace.store(`Mithila Haat ${++stores}`, { owner }), await marketplace.key(owner)]
  /** Ships an order of an account. @returns the order's id */
  const ship = async (account: string): Promise<string> => {
    const { id, sellerOrders } = await marketplace.order({ account, stores: [store] })
    expect((await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })).status).toBe(200)
    return `ord_${id}`
  }
  return { lane, marketplace, app, token, owner, ship }
}

test("an app's stream has the events that its list has, with their accounts, from now, an id or a time on", async () => {
  const { lane, marketplace, app, token, owner, ship } = await setUp()
  const [buyer, stranger] = [await marketplace.account(), await marketplace.account()]
  await provider.consent(buyer, app, ["openid", "orders.read"])
  const now = await connectStream(lane.url, token)
  await provider.consent(owner, app, ["openid", "seller.orders.read"])
  for (const account of [buyer, stranger, buyer]) await ship(account)
  const listed = async (query = "") =>
    (await lane.request(`/v1/events?per_page=100${query}`, { key: token })).json.data as unknown as { id: string }[]
  const events = await listed()
  // Two consents, two shipments of the buyer's, three changes of the store's orders.
  expect(events).toHaveLength(7)
  await expect.poll(() => now.ids.length, { timeout: 20_000 }).toBe(6)
  const whole = await connectStream(lane.url, token, { query: `?since=${new Date(Date.now() - 60_000).toISOString()}` })
  await expect.poll(() => whole.ids.length, { timeout: 20_000 }).toBe(7)
  await sleep(400)
  expect(whole.events.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    events.toSorted((a, b) => a.id.localeCompare(b.id)),
  )
  expect(now.ids).toEqual(whole.ids.slice(1))
  expect(new Set(whole.events.map(({ account }) => account?.id))).toEqual(new Set([`acc_${buyer}`, `acc_${owner}`]))
  const rest = await connectStream(lane.url, token, { last: whole.ids[3] })
  await expect.poll(() => rest.ids, { timeout: 20_000 }).toEqual(whole.ids.slice(4))
  const shipped = await connectStream(lane.url, token, { query: "?type=order.shipped&since=2026-01-01T00:00:00Z" })
  await expect.poll(() => shipped.ids.length, { timeout: 20_000 }).toBe(2)
  for (const client of [now, whole, rest, shipped]) await client.cut()
})

test("nothing of an account is streamed after its consent ended, also of before", async () => {
  const { lane, marketplace, app, token, ship } = await setUp()
  const [going, staying] = [await marketplace.account(), await marketplace.account()]
  const grant = await provider.consent(going, app, ["openid", "orders.read"])
  await provider.consent(staying, app, ["openid", "orders.read"])
  const client = await connectStream(lane.url, token)
  for (const account of [going, staying]) await ship(account)
  await expect.poll(() => client.ids.length, { timeout: 20_000 }).toBe(2)
  const portal = await lane.signedIn(going)
  expect((await portal.mutate("connectedApps.remove", { id: grant })).status).toBe(200)
  for (const account of [going, staying]) await ship(account)
  await expect.poll(() => client.ids.length, { timeout: 20_000 }).toBe(4)
  await sleep(600)
  const after = client.events.slice(2).map(({ type, account }) => [type, account?.id])
  expect(after.toSorted()).toEqual([
    ["app.deauthorized", `acc_${going}`],
    ["order.shipped", `acc_${staying}`],
  ])
  const again = await connectStream(lane.url, token, { query: "?since=2026-01-01T00:00:00Z" })
  await expect.poll(() => again.ids.length, { timeout: 20_000 }).toBe(4)
  await sleep(400)
  expect(again.events.filter(({ account }) => account?.id === `acc_${going}`).map(({ type }) => type)).toEqual([
    "app.deauthorized",
  ])
  for (const each of [client, again]) await each.cut()
})

test("an app's stream has no event of another app or of the developer, and ends with the token", async () => {
  const { lane, marketplace, app, token, ship } = await setUp()
  const other = await confidentialApp()
  const foreign = await provider.clientToken(other)
  const developer = await marketplace.key(app.ownerId)
  const buyer = await marketplace.account()
  await provider.consent(buyer, app, ["openid", "orders.read"])
  const [own, others, developers] = await Promise.all([
    connectStream(lane.url, token),
    connectStream(lane.url, foreign),
    connectStream(lane.url, developer.secret),
  ])
  await ship(buyer)
  await expect.poll(() => own.ids.length, { timeout: 20_000 }).toBe(1)
  await ship(app.ownerId)
  await expect.poll(() => developers.ids.length, { timeout: 20_000 }).toBe(1)
  await sleep(600)
  expect([others.ids, own.ids.length, developers.ids.length]).toEqual([[], 1, 1])
  expect((await lane.request(`/v1/events/${developers.ids[0]}`, { key: token })).status).toBe(404)
  const narrow = await provider.exchange(app, {
    grant_type: "client_credentials",
    redirect_uri: undefined,
    scope: "app.webhooks.manage",
  })
  await expect(connectStream(lane.url, narrow.json.access_token)).rejects.toThrow("status 403")
  // The token is checked again every two seconds.
  await sleep(2_500)
  await ship(buyer)
  await expect.poll(() => own.ids.length, { timeout: 20_000 }).toBe(2)
  expect((await provider.revoke(app, token)).status).toBe(200)
  const revokedAt = activeTimeMs()
  await own.ended
  expect(activeTimeMs() - revokedAt).toBeLessThan(5_000)
  await Promise.all([others.cut(), developers.cut()])
})
