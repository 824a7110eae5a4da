import { afterAll, beforeAll, expect, test } from "vitest"
import type { StoreRole } from "@/domain/store"
import type { StoreOffer } from "@/features/seller-products/schema"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

let lane: Lane
let store: number
let owner: string
let key: TestKey

beforeAll(async () => {
  lane = await Lane.open("fast")
  owner = await lane.marketplace.account()
  store = await lane.marketplace.store("Mithila Haat", { owner })
  key = await lane.marketplace.key(owner)
})
afterAll(() => lane.close())

interface Result {
  sku: string
  outcome: string
  offer: { stock: number; price: number; mrp: number; version: number } | null
  error: { code: string } | null
}
function patch(offers: object[], more: object = {}, headers: Record<string, string> = {}, by = key) {
  return lane.request("/v1/seller/offers", { key: by, method: "PATCH", json: { offers, ...more }, headers })
}
function results(response: { json: { data: unknown } }) {
  return response.json.data as Result[]
}
function outcomes(response: { json: { data: unknown } }) {
  return results(response).map(({ sku, outcome, error }) => `${sku} ${error?.code ?? outcome}`)
}
let made = 0
async function sku({ stock = 50, price = 10_000, status = "active" as const, of = store } = {}) {
  return `SKU-${await lane.marketplace.product({ name: `Product ${++made}`, store: of, stock, price, mrp: 20_000, status })}`
}
async function variant(name: string) {
  return (
    await lane.marketplace.rows<{ stock: number; price: number; mrp: number; version: number }>(
      "SELECT stock, price, mrp, version FROM product_variant WHERE sku = $1",
      [name],
    )
  )[0]
}
async function events(name: string) {
  return (
    await lane.marketplace.rows<{ type: string; store_id: number | null; data: { stock: number; version: number } }>(
      "SELECT type, store_id, data FROM webhook_event WHERE type = 'seller.stock.low' AND data->>'sku' = $1 ORDER BY id",
      [name],
    )
  ).map(({ store_id: of, data }) => [of, data.stock, data.version])
}

test("changes stock and prices, each with a result of its own; the catalogue shows them", async () => {
  const [a, b, foreign] = [await sku(), await sku(), await sku({ of: await lane.marketplace.store("Kosi Bazaar") })]
  const response = await patch([
    { sku: a, stock: 7, price: 12_000, version: 1 },
    { sku: b, price: 30_000 },
    { sku: foreign, stock: 0 },
    { sku: a, stock: 9 },
    { sku: b, stock: 50 },
  ])
  expect(response.status).toBe(200)
  expect(outcomes(response)).toEqual([
    `${a} updated`,
    `${b} invalid_price`,
    `${foreign} not_found`,
    `${a} duplicate_sku`,
    `${b} duplicate_sku`,
  ])
  expect(await variant(a)).toEqual({ stock: 7, price: 12_000, mrp: 20_000, version: 2 })
  expect(results(response)[0]?.offer).toMatchObject({ stock: 7, price: 12_000, mrp: 20_000, version: 2 })
  expect(await variant(foreign)).toMatchObject({ stock: 50, version: 1 })
  const listed = await lane.request(`/v1/seller/products?sku=${a}`, { key })
  expect(listed.json.meta.total).toBe(1)
  expect(listed.json.data).toMatchObject([{ status: "active", offers: [{ sku: a, stock: 7, version: 2 }] }])
  const shown = await lane.request("/v1/products?per_page=100", { key })
  expect(shown.json.data.find(({ id }) => `SKU-${String(id)}` === a)?.price).toBe(12_000)
  expect(outcomes(await patch([{ sku: a, stock: 7 }]))).toEqual([`${a} unchanged`])
})

test("dry_run changes nothing, and a version that is not current is refused", async () => {
  const name = await sku()
  const dry = await patch([{ sku: name, stock: 1 }], { dry_run: true })
  expect(results(dry)[0]).toMatchObject({ outcome: "updated", offer: { stock: 1, version: 2 } })
  expect(await variant(name)).toMatchObject({ stock: 50, version: 1 })
  expect(await events(name)).toEqual([])
  await lane.marketplace.rows("UPDATE product_variant SET stock = stock - 1 WHERE sku = $1", [name])
  const late = await patch([{ sku: name, stock: 60, version: 1 }])
  expect(outcomes(late)).toEqual([`${name} version_conflict`])
  expect(results(late)[0]?.offer).toMatchObject({ stock: 49, version: 2 })
  expect(outcomes(await patch([{ sku: name, stock: 60, version: 2 }]))).toEqual([`${name} updated`])
})

test("of 10 concurrent changes with one version, one succeeds", async () => {
  const name = await sku()
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, i) => patch([{ sku: name, stock: 100 + i, version: 1 }])),
  )
  expect(all.map((response) => outcomes(response)[0]).sort()).toEqual(
    [`${name} updated`, ...Array<string>(9).fill(`${name} version_conflict`)].sort(),
  )
  expect((await variant(name))?.version).toBe(2)
})

test("an Idempotency-Key replays the results", async () => {
  const name = await sku()
  const headers = { "idempotency-key": "offers-1" }
  const first = await patch([{ sku: name, stock: 8 }], {}, headers)
  await patch([{ sku: name, stock: 3 }])
  const again = await patch([{ sku: name, stock: 8 }], {}, headers)
  expect([again.headers.get("idempotent-replayed"), again.json]).toEqual(["true", first.json])
  expect(await variant(name)).toMatchObject({ stock: 3 })
  expect((await patch([{ sku: name, stock: 9 }], {}, headers)).json.error.code).toBe("idempotency_key_reused")
})

test("seller.stock.low is sent when stock falls to 5, by a change or an order, and again after it was above", async () => {
  const name = await sku()
  await patch([{ sku: name, stock: 6 }])
  expect(await events(name)).toEqual([])
  await patch([{ sku: name, stock: 5 }])
  await patch([{ sku: name, stock: 4 }])
  await patch([{ sku: name, stock: 6 }])
  const operator = await lane.marketplace.operatorKey()
  const buyer = `${name.toLowerCase()}@example.in`
  const response = await fetch(`${lane.url}/v1/internal/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator.secret}`, "content-type": "application/json" },
    body: JSON.stringify({
      orders: [
        {
          external_id: name,
          buyer: { email: buyer, name: "Asha Jha" },
          items: [{ sku: name, quantity: 2 }],
          payment: { method: "upi" },
          address: { name: "Asha", phone: "1", line1: "1", city: "D", district: "D", state: "B", pincode: "846004" },
        },
      ],
    }),
  })
  expect(response.status).toBe(200)
  expect(await events(name)).toEqual([
    [store, 5, 3],
    [store, 4, 6],
  ])
})

test("in a sandbox, a test key reads and changes its own store only", async () => {
  const live = await sku()
  const test = await lane.marketplace.key(owner, { mode: "test" })
  const listed = await lane.request("/v1/seller/products?per_page=1", { key: test })
  const [offer] = (listed.json.data[0]?.offers ?? []) as { sku: string; version: number; stock: number }[]
  if (!offer) throw new Error("the sandbox's store has no offer")
  expect(
    outcomes(
      await patch(
        [
          { sku: offer.sku, stock: offer.stock + 1, version: offer.version },
          { sku: live, stock: 1 },
        ],
        {},
        {},
        test,
      ),
    ),
  ).toEqual([`${offer.sku} updated`, `${live} not_found`])
  expect(await variant(live)).toMatchObject({ stock: 50 })
  await patch([{ sku: offer.sku, stock: 9 }], {}, {}, test)
  await patch([{ sku: offer.sku, stock: 2 }], {}, {}, test)
  const sent = await lane.request("/v1/events?type=seller.stock.low", { key: test })
  expect(sent.json.data).toMatchObject([{ livemode: false, data: { sku: offer.sku, stock: 2, threshold: 5 } }])
})

test("the portal sorts, finds and exports the offers of the store, and changes them as the API does", async () => {
  const seller = await lane.marketplace.account()
  const of = await lane.marketplace.store("Tirhut Crafts", { owner: seller })
  const add = async (name: string, stock: number, price: number, status: "active" | "draft" = "active") =>
    `SKU-${await lane.marketplace.product({ name, store: of, stock, price, mrp: 90_000, status })}`
  const [zari, aripan, sikki] = [
    await add("Zari 50% border", 0, 30_000),
    await add("aripan", 5, 20_000),
    await add("Sikki box", 60, 10_000, "draft"),
  ]
  await sku()
  const portal = await lane.signedIn(seller)
  const listed = async (input: object) =>
    (await portal.query<{ data: StoreOffer[] }>("storeOffers.list", input)).data.data.map(({ sku: each }) => each)
  const lists: [object, string[]][] = [
    [{}, [aripan, sikki, zari]],
    [{ sort: "-name" }, [zari, sikki, aripan]],
    [{ sort: "stock" }, [zari, aripan, sikki]],
    [{ sort: "-price", per_page: 2, page: 2 }, [sikki]],
    [{ max_stock: 5 }, [aripan, zari]],
    [{ status: "draft" }, [sikki]],
    [{ q: "0%" }, [zari]],
    [{ q: sikki.toLowerCase() }, [sikki]],
  ]
  for (const [input, found] of lists) {
    expect([input, await listed(input)]).toEqual([input, found])
    if ("page" in input) continue
    const { ids } = (await portal.query<{ ids: number[] }>("storeOffers.exportIds", input)).data
    const read = await portal.query<{ data: StoreOffer[] }>("storeOffers.read", { ids })
    expect(read.data.data.map(({ sku: each }) => each)).toEqual(found)
  }
  const changed = await portal.mutate<{ data: Result[] }>("sellerProducts.offers", {
    offers: [{ sku: sikki, stock: 2, version: 1 }],
  })
  expect(changed.data.data).toMatchObject([{ outcome: "updated", offer: { stock: 2, version: 2 } }])
  expect(await events(sikki)).toEqual([[of, 2, 2]])
  const audited = await lane.marketplace.rows<{ data: object }>(
    "SELECT data FROM audit_entry WHERE action = 'offers.updated' AND subject = $1",
    [String(of)],
  )
  expect(audited).toHaveLength(1)
  const offer = (await portal.query<{ data: StoreOffer }>("storeOffers.get", { sku: sikki })).data.data
  expect(offer).toMatchObject({ stock: 2, version: 2, product: { name: "Sikki box", status: "draft" } })
  const stranger = await lane.signedIn(owner)
  expect((await stranger.query("storeOffers.get", { sku: sikki })).problem).toBe("not_found")
})

test.each([
  ["owner", 200],
  ["manager", 200],
  ["catalogue", 200],
  ["orders", 403],
] as const)("a member of the store in the role %s gets %i", async (role: StoreRole, status) => {
  const of = await lane.marketplace.store(`Store of ${role}`)
  const member = await lane.marketplace.account()
  await lane.marketplace.member(of, member, role)
  const by = await lane.marketplace.key(member)
  expect((await lane.request("/v1/seller/products", { key: by })).status).toBe(status)
  expect((await patch([{ sku: "X", stock: 1 }], {}, {}, by)).status).toBe(status)
  expect((await (await lane.signedIn(member)).query("storeOffers.list", {})).status).toBe(status)
})

test("each operation needs its scope, and reads what it is sent strictly", async () => {
  const reading = await lane.marketplace.key(owner, { scopes: ["seller.catalog.read"] })
  const writing = await lane.marketplace.key(owner, { scopes: ["seller.catalog.write"] })
  expect((await patch([{ sku: "X" }], {}, {}, reading)).json.error.code).toBe("insufficient_scope")
  expect((await lane.request("/v1/seller/products", { key: writing })).json.error.code).toBe("insufficient_scope")
  const stranger = await lane.marketplace.key(await lane.marketplace.account())
  expect((await lane.request("/v1/seller/products", { key: stranger })).json.error.code).toBe("not_a_seller")
  for (const offers of [
    [],
    [{ sku: "X", stock: -1 }],
    [{ sku: "X", price: 1.5 }],
    Array<object>(101).fill({ sku: "X" }),
  ])
    expect((await patch(offers)).status).toBe(422)
  const out = await sku({ stock: 0 })
  const { json } = await lane.request("/v1/seller/products?max_stock=0", { key })
  expect(json.data.map(({ offers }) => (offers as { sku: string }[])[0]?.sku)).toEqual([out])
})
