import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

describe.each(LANES)("events, on the %s lane", (name) => {
  let lane: Lane
  let buyer: string
  let buyerKey: TestKey
  let owner: string
  let ownerKey: TestKey
  let store: number

  beforeAll(async () => {
    lane = await Lane.lease(name)
    const { marketplace } = lane
    buyer = await marketplace.account()
    owner = await marketplace.account()
    store = await marketplace.store("Mithila Haat", { owner })
    buyerKey = await marketplace.key(buyer)
    ownerKey = await marketplace.key(owner)
  })
  afterAll(() => lane.close())

  const shipped = async (): Promise<string> => {
    const { sellerOrders } = await lane.marketplace.order({ account: buyer, stores: [store] })
    expect((await lane.ship(`so_${sellerOrders[0]?.id}`, { key: ownerKey })).status).toBe(200)
    return `so_${sellerOrders[0]?.id}`
  }
  /** Creates an event of a time and mode, without an order. */
  const event = async (
    at: string,
    {
      accountId,
      storeId,
      livemode = true,
      type = "order.created",
    }: { accountId?: string; storeId?: number; livemode?: boolean; type?: keyof typeof WEBHOOK_PAYLOADS },
  ): Promise<string> => {
    const time = Date.parse(at).toString(16).padStart(12, "0")
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, "0")}`
    await lane.marketplace.rows(
      "INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at) VALUES ($1, $2, $3, $4, $1, '2026-05-01', $5, $6, $7)",
      [
        id,
        type,
        accountId ?? null,
        storeId ?? null,
        livemode,
        (exampleOf(WEBHOOK_PAYLOADS[type].schema) as { data: object }).data,
        at,
      ],
    )
    return `evt_${id}`
  }
  const ids = async (path: string, key: TestKey): Promise<unknown[]> =>
    (await lane.request(path, { key })).json.data.map(({ id }) => id)

  test("a store's members list the events of its orders, as openapi.json describes them", async () => {
    const id = await shipped()
    const response = await lane.request("/v1/events?type=seller.order.updated", { key: ownerKey })
    const [newest] = response.json.data
    expect(newest).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/) as string,
      type: "seller.order.updated",
      api_version: "2026-05-01",
      livemode: true,
      data: { id, status: "shipped" },
    })
    expect(response.text).not.toContain("Lalbagh")
    expect((await lane.request(`/v1/events/${String(newest?.id)}`, { key: ownerKey })).json.data).toEqual(newest)

    const description = (await (await fetch(`${lane.url}/v1/openapi.json`)).json()) as {
      webhooks: Record<string, object>
      components: { schemas: { WebhookEvent: { oneOf: object[] } } }
    }
    expect(Object.keys(description.webhooks)).toEqual([
      "order.created",
      "order.shipped",
      "order.delivered",
      "order.cancelled",
      "order.refunded",
      "seller.order.created",
      "seller.order.updated",
      "seller.stock.low",
      "key.expiring",
      "limit.approaching",
      "webhook_endpoint.disabled",
      "app.authorized",
      "app.deauthorized",
      "ping",
    ])
    expect(description.components.schemas.WebhookEvent.oneOf).toHaveLength(14)
  })

  test("events of other accounts, and of the other mode, are neither listed nor found", async () => {
    const stranger = await lane.marketplace.account()
    const strangerKey = await lane.marketplace.key(stranger)
    const testKey = await lane.marketplace.key(stranger, { mode: "test" })
    const catalogue = await lane.marketplace.account()
    await lane.marketplace.member(store, catalogue, "catalogue")
    const now = new Date().toISOString()
    const live = await event(now, { accountId: stranger })
    const inTest = await event(now, { accountId: stranger, livemode: false })
    const ofStore = await event(now, { storeId: store })
    expect([await ids("/v1/events", strangerKey), await ids("/v1/events", testKey)]).toEqual([[live], [inTest]])
    expect(await ids("/v1/events?per_page=100", await lane.marketplace.key(catalogue))).toEqual([])
    expect(await ids("/v1/events?per_page=100", ownerKey)).toContain(ofStore)
    for (const [id, key] of [
      [live, testKey],
      [inTest, strangerKey],
      [live, ownerKey],
      // Of an account without a store.
      [live, buyerKey],
      [ofStore, strangerKey],
      ["evt_x", strangerKey],
      ["evt_ffffffff-ffff-ffff-ffff-ffffffffffff", strangerKey],
      [live.replace("evt_", "we_"), strangerKey],
    ] as const) {
      const response = await lane.request(`/v1/events/${id}`, { key })
      expect([id, response.status, response.json.error.code]).toEqual([id, 404, "not_found"])
    }
  })

  test("the list is paginated, filters by type and time, and ends after 30 days", async () => {
    const account = await lane.marketplace.account()
    const key = await lane.marketplace.key(account)
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
    const [day1, day2, day3] = [ago(1), ago(2), ago(3)]
    const [first, second, third] = [
      await event(day1, { accountId: account }),
      await event(day2, { accountId: account, type: "order.refunded" }),
      await event(day3, { accountId: account }),
    ]
    const old = await event(ago(31), { accountId: account })
    expect(await ids("/v1/events", key)).toEqual([first, second, third])
    expect((await lane.request(`/v1/events/${old}`, { key })).status).toBe(404)
    expect(await ids("/v1/events?type=order.refunded", key)).toEqual([second])
    expect(await ids(`/v1/events?since=${day2}`, key)).toEqual([first, second])
    expect(await ids(`/v1/events?until=${day2}`, key)).toEqual([third])
    expect(await ids(`/v1/events?since=${day3}&until=${day1}&type=order.created`, key)).toEqual([third])
    const paged = await lane.request("/v1/events?per_page=2&type=order.created", { key })
    expect(paged.json.meta).toEqual({ page: 1, per_page: 2, total: 2, last_page: 1 })
    expect((await lane.request("/v1/events?per_page=1", { key })).json.links.next).toBe(
      `${lane.url}/v1/events?per_page=1&page=2`,
    )
    expect(await ids("/v1/events?per_page=1&page=3", key)).toEqual([third])
  })

  test.each([
    "type=order.lost",
    "since=yesterday",
    "until=2026-13-01T00:00:00Z",
    "since=2026-05-01",
    "page=0",
    "since=a&since=b",
  ])("a bad query is a 422: %s", async (query) => {
    expect((await lane.request(`/v1/events?${query}`, { key: buyerKey })).status).toBe(422)
  })
})
