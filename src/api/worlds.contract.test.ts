import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ApiResponse, Lane, LANES } from "@/testing/fixtures/lane"

// What only keys can find out: the ids of one world are those of nothing in another, and no list shows them.

/** With a filter that no other file uses: its server may keep their total for a minute. */
const PRODUCTS = "/v1/products?max_price=90000003"
const ORDERS_PER_STORE = 12
const CONCURRENT_ACCOUNTS = 100

interface Listed {
  id: string
  number: string
  slug: string
  livemode: boolean
  status: string
  total: number
  placed_at: string
  seller: { store: string }
}

describe.each(LANES)("worlds on the lane %s", (name) => {
  let lane: Lane
  let seller: { account: string; live: string; test: string }
  let stranger: { account: string; live: string; test: string }

  beforeAll(async () => {
    lane = await Lane.lease(name)
    await lane.marketplace.rows("SELECT setval('customer_order_number', 100000)")
    const category = await lane.marketplace.category("Live category")
    await lane.marketplace.brand("Live brand")
    seller = await person()
    stranger = await person()
    const store = await lane.marketplace.store("Live store", { owner: seller.account })
    for (const n of [1, 2, 3]) await lane.marketplace.product({ name: `Live qandeel ${n}`, store, category })
    for (let n = 0; n < ORDERS_PER_STORE; n++)
      await lane.marketplace.order({
        account: seller.account,
        stores: [store],
        status: n % 2 ? "confirmed" : "pending",
      })
  })
  afterAll(() => lane.close())

  async function person(): Promise<{ account: string; live: string; test: string }> {
    const account = await lane.marketplace.account()
    const [live, test] = [await lane.marketplace.key(account), await lane.marketplace.key(account, { mode: "test" })]
    return { account, live: live.secret, test: test.secret }
  }

  /** Repeats a request that the server refuses because it has too much to do, as late as it says. */
  async function request(...[path, options]: Parameters<Lane["request"]>): Promise<ApiResponse> {
    for (;;) {
      const response = await lane.request(path, options)
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
      if (response.status !== 503 || Number.isNaN(seconds)) return response
      await sleep(1000 * seconds)
    }
  }

  async function all(path: string, key: string): Promise<Listed[]> {
    const found: Listed[] = []
    for (let page = 1; ; page++) {
      const { status, json } = await request(`${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`, {
        key,
      })
      expect([path, status, json.error]).toEqual([path, 200, undefined])
      found.push(...(json.data as unknown as Listed[]))
      if (page >= json.meta.last_page) {
        expect([path, found.length]).toEqual([path, json.meta.total])
        return found
      }
    }
  }

  const slugs = (rows: readonly Listed[]): string[] => rows.map(({ slug }) => slug)
  const numbers = (rows: readonly Listed[]): string[] => rows.map(({ number }) => number)

  test("every list of a world is free of the others", async () => {
    for (const path of [PRODUCTS, "/v1/categories"]) {
      const [live, mine, theirs] = await Promise.all(
        [seller.live, seller.test, stranger.test].map(async (key) => slugs(await all(path, key))),
      )
      expect(live?.length).toBeGreaterThan(0)
      expect(mine?.filter((slug) => live?.includes(slug))).toEqual([])
      // Two sandboxes share the fixtures only.
      const own = mine?.filter((slug) => !theirs?.includes(slug)) ?? []
      expect(own).toHaveLength(path === PRODUCTS ? 14 : 0)
    }
    for (const path of ["/v1/orders", "/v1/seller/orders"]) {
      const [live, own, theirs] = await Promise.all(
        [seller.live, seller.test, stranger.test].map((key) => all(path, key)),
      )
      expect([live?.length, live?.every(({ livemode }) => livemode)]).toEqual([ORDERS_PER_STORE, true])
      expect([own?.length, own?.some(({ livemode }) => livemode)]).toEqual([theirs?.length, false])
      expect(own?.length).toBeGreaterThan(0)
      const others = new Set([...numbers(live ?? []), ...numbers(theirs ?? [])])
      expect(numbers(own ?? []).filter((number) => others.has(number))).toEqual([])
    }
  })

  test("no product or order of another world is found or shipped", async () => {
    const [liveProducts, testProducts] = [
      slugs(await all(PRODUCTS, seller.live)),
      slugs(await all(PRODUCTS, seller.test)),
    ]
    const [liveOrders, testOrders] = [
      numbers(await all("/v1/orders", seller.live)),
      numbers(await all("/v1/orders", seller.test)),
    ]
    const [liveParts, testParts] = [
      await all("/v1/seller/orders", seller.live),
      await all("/v1/seller/orders", seller.test),
    ]
    const requested: [path: string, key: string][] = [
      ...liveProducts.map((slug): [string, string] => [`/v1/products/${slug}`, seller.test]),
      ...testProducts.map((slug): [string, string] => [`/v1/products/${slug}`, seller.live]),
      ...liveOrders.map((number): [string, string] => [`/v1/orders/${number}`, seller.test]),
      ...testOrders.map((number): [string, string] => [`/v1/orders/${number}`, seller.live]),
      ...testOrders.map((number): [string, string] => [`/v1/orders/${number}`, stranger.test]),
    ]
    expect(requested.length).toBeGreaterThan(250)
    for (const [path, key] of requested) expect([path, (await lane.request(path, { key })).status]).toEqual([path, 404])
    for (const { id, number } of testParts)
      for (const ref of [id, number]) expect((await lane.ship(ref, { key: seller.live })).status).toBe(404)
    // A test key ships nothing here, whatever the id.
    for (const { id } of [...liveParts, ...testParts])
      expect((await lane.ship(id, { key: seller.test })).json.error.code).toBe("live_key_required")
    const [shipped] = await lane.marketplace.rows("SELECT count(*)::int AS shipments FROM shipment WHERE awb = 'PX-1'")
    expect(shipped).toEqual({ shipments: 0 })
  })

  test("filters, search, corrections and suggestions of a world do not know the names of another", async () => {
    const status = async (path: string, key: string): Promise<number> => (await lane.request(path, { key })).status
    for (const path of [
      "/v1/products?category=live-category",
      "/v1/products?brand=live-brand",
      "/v1/products?seller=live-store",
    ])
      expect([path, await status(path, seller.live), await status(path, seller.test)]).toEqual([path, 200, 404])
    for (const path of ["/v1/products?category=makhana", `/v1/products?seller=${await ownStoreOf(seller.test)}`])
      expect([path, await status(path, seller.test), await status(path, seller.live)]).toEqual([path, 200, 404])
    expect(await status(`/v1/products?seller=${await ownStoreOf(seller.test)}`, stranger.test)).toBe(404)
    const found = async (q: string, key: string): Promise<string[]> => slugs(await all(`/v1/products?q=${q}`, key))
    expect((await found("qandeel", seller.live)).every((slug) => slug.startsWith("live-"))).toBe(true)
    expect((await found("qandeel", seller.test)).some((slug) => slug.startsWith("live-"))).toBe(false)
    expect(await found("diary", seller.test)).not.toEqual([])
    expect(await found("diary", seller.live)).toEqual([])
    const suggested = async (q: string, key: string) =>
      (await lane.request(`/v1/suggestions?q=${q}`, { key })).json.data.map(({ url }) => url)
    const named = async (key: string): Promise<string[]> =>
      (await suggested("live qandeel", key)).map(String).filter((url) => url.includes("/live-"))
    expect(await named(seller.live)).not.toEqual([])
    expect(await named(seller.test)).toEqual([])
  })

  const ownStoreOf = async (key: string): Promise<string> => {
    const stores = (await all(PRODUCTS, key)).map(({ seller: { store } }) => store)
    return stores.find((slug) => slug.startsWith("your-sandbox-store-")) ?? "none"
  }

  test("an Idempotency-Key of one mode replays nothing of the other", async () => {
    const [sellerOrder] = (await all("/v1/seller/orders?status=confirmed", seller.live)).slice(-1)
    const headers = { "idempotency-key": "the same in both modes" }
    expect((await lane.ship(sellerOrder?.id ?? "", { key: seller.live, headers })).status).toBe(200)
    expect((await lane.ship(sellerOrder?.id ?? "", { key: seller.test, headers })).json.error.code).toBe(
      "live_key_required",
    )
  })

  test(`${CONCURRENT_ACCOUNTS} accounts that start concurrently have a sandbox each, equal but for its ids`, async () => {
    const people = await Promise.all(Array.from({ length: CONCURRENT_ACCOUNTS }, person))
    const orders = await Promise.all(people.map(({ test: key }) => all("/v1/seller/orders", key)))
    const seen = new Set(orders.flatMap((rows) => rows.map(({ id }) => id)))
    expect(seen.size).toBe(CONCURRENT_ACCOUNTS * (orders[0]?.length ?? 0))
    const contentOf = (rows: readonly Listed[]) =>
      rows.map(({ status, total, placed_at }) => [status, total, placed_at].join(" "))
    for (const rows of orders) expect(contentOf(rows)).toEqual(contentOf(orders[0] ?? []))
    // All of them place an order at the same time: each finds its own, and no other.
    const placed = await Promise.all(
      people.map(async ({ test: key }) => {
        const json = { buyer: "me", payment: "paid", items: [{ sku: "FX-004", quantity: 1 }] }
        const { status, json: body } = await request("/v1/sandbox/orders", { key, method: "POST", json })
        expect([status, body.error]).toEqual([200, undefined])
        return String(body.data.id)
      }),
    )
    const seenOrders = await Promise.all(
      people.map(async ({ test: key }) => (await all("/v1/orders", key)).map(({ id }) => id)),
    )
    expect(seenOrders.map((ids) => placed.filter((id) => ids.includes(id)))).toEqual(placed.map((id) => [id]))
  })
})
