import { createReadStream, createWriteStream, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, testDatabase, testFolder } from "@/testing/setup/database"
import { Lane } from "@/testing/fixtures/lane"
import { TestMarketplace, type TestKey } from "@/testing/fixtures/marketplace"
import { exportCatalogue } from "./export-file"
import { importFile } from "./import-file"

let lane: Lane
let folder: string
let buyer: { email: string; key: TestKey }
let seller: TestKey

const STORE = {
  kind: "store",
  status: "approved",
  city: "Darbhanga",
  district: "Darbhanga",
  state: "Bihar",
  pincode: "846004",
}
function product(slug: string, store: string, variants: object[]) {
  return {
    kind: "product",
    slug,
    name: slug,
    store,
    status: "active",
    variants,
  }
}

beforeAll(async () => {
  lane = await Lane.open("fast")
  folder = mkdtempSync(join(testFolder(), "orders-"))
  const email = "asha@example.in"
  const account = await lane.marketplace.account({ email })
  buyer = { email, key: await lane.marketplace.key(account) }
  const { errors } = await load([
    { ...STORE, slug: "mithila-haat", name: "Mithila Haat" },
    { ...STORE, slug: "kosi-bazaar", name: "Kosi Bazaar" },
    product("makhana", "mithila-haat", [{ sku: "MK-250", name: "250 g", price: 29_900, mrp: 34_900, stock: 5 }]),
    product("saree", "kosi-bazaar", [
      { sku: "SA-RED", name: "Red", price: 90_000, mrp: 90_000, stock: 1 },
      { sku: "SA-BLUE", name: "Blue", price: 90_000, mrp: 90_000, stock: 1 },
    ]),
  ])
  expect(errors).toEqual([])
  const owner = await lane.marketplace.account()
  const [store] = await lane.marketplace.rows<{ id: number }>("SELECT id FROM store WHERE slug = 'mithila-haat'")
  await lane.marketplace.member(store?.id ?? 0, owner, "owner")
  seller = await lane.marketplace.key(owner)
})
afterAll(() => lane.close())

function load(lines: readonly unknown[], url = lane.databaseUrl) {
  const path = join(folder, "lines.ndjson")
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
  return importFile(url, () => createReadStream(path))
}
async function productId(slug: string) {
  return (await lane.marketplace.rows<{ id: number }>("SELECT id FROM product WHERE slug = $1", [slug]))[0]?.id
}

const ADDRESS = {
  name: "Asha Jha",
  phone: "+919000000001",
  line1: "14 Lalbagh",
  city: "Darbhanga",
  district: "Darbhanga",
  state: "Bihar",
  pincode: "846004",
}
function order(more: object = {}) {
  return {
    kind: "order",
    external_id: "SHOP-1",
    buyer: { email: "asha@example.in" },
    placed_at: "2026-05-02T10:00:00.000Z",
    address: ADDRESS,
    payment: { method: "upi", status: "paid", reference: "UPI-1" },
    items: [{ sku: "MK-250", quantity: 2 }],
    ...more,
  }
}
const HISTORY = [
  { status: "confirmed", at: "2026-05-02T11:00:00.000Z" },
  {
    status: "shipped",
    at: "2026-05-03T08:00:00.000Z",
    courier_name: "Pavan Express",
    awb: "PX-1",
    tracking_url: "https://track.example/PX-1",
  },
  { status: "delivered", at: "2026-05-05T08:00:00.000Z" },
]
async function counts() {
  return (
    await lane.marketplace.rows(
      `SELECT (SELECT count(*)::int FROM customer_order) AS orders, (SELECT count(*)::int FROM seller_order) AS parts, (SELECT count(*)::int FROM order_item) AS items,
         (SELECT count(*)::int FROM payment) AS payments, (SELECT count(*)::int FROM refund) AS refunds, (SELECT count(*)::int FROM webhook_event) AS events,
         (SELECT sum(stock)::int FROM product_variant WHERE world_id = '00000000-0000-7000-8000-000000000001') AS stock`,
    )
  )[0]
}

test("imports orders with their history, which the API then lists; a repeat changes nothing", async () => {
  const lines = [
    order({
      external_id: "SHOP-1",
      number: "HT-2605-000731",
      discount: 1_000,
      items: [
        { sku: "MK-250", quantity: 2, unit_price: 25_000, mrp: 30_000 },
        { sku: "SA-RED", quantity: 1 },
      ],
      parts: [
        { store: "mithila-haat", shipping: 2_500, history: HISTORY },
        {
          store: "kosi-bazaar",
          history: [{ status: "cancelled", at: "2026-05-02T12:00:00.000Z" }],
          refunds: [{ amount: 89_357, at: "2026-05-02T12:00:00.000Z", reason: "Out of season" }],
        },
      ],
    }),
    order({
      external_id: "SHOP-2",
      placed_at: "2026-05-04T10:00:00.000Z",
      items: [{ product_id: await productId("makhana"), quantity: 1 }],
      payment: { method: "cod", status: "pending" },
      history: [{ status: "confirmed", at: "2026-05-04T11:00:00.000Z" }],
    }),
  ]
  const first = await load(lines)
  expect(first).toMatchObject({ errors: [], records: { order: 2 }, knownOrders: 0 })
  const before = await counts()
  expect(before).toMatchObject({ orders: 2, parts: 3, items: 3, payments: 2, refunds: 1, events: 0, stock: 7 })

  const bought = await lane.request("/v1/orders", { key: buyer.key })
  expect(bought.json.data).toMatchObject([
    { status: "confirmed", payment_status: "pending", total: 29_900 + 4_900, placed_at: "2026-05-04T10:00:00.000Z" },
    {
      number: "HT-2605-000731",
      status: "delivered",
      payment_status: "partially_refunded",
      subtotal: 140_000,
      discount_total: 1_000,
      shipping_total: 2_500,
      total: 141_500,
      refunded_total: 89_357,
      item_count: 3,
      updated_at: "2026-05-05T08:00:00.000Z",
    },
  ])
  expect((await lane.request("/v1/orders/HT-2605-000731", { key: buyer.key })).json.data).toMatchObject({
    items: [
      { sku: "MK-250", quantity: 2, unit_price: 25_000, mrp: 30_000, total: 50_000 },
      { sku: "SA-RED", quantity: 1, unit_price: 90_000 },
    ],
    parts: [{ status: "delivered" }, { status: "cancelled" }],
    delivery_address: ADDRESS,
  })
  const sold = await lane.request("/v1/seller/orders", { key: seller })
  expect(sold.json.data).toMatchObject([
    { status: "confirmed", payment_status: "pending", delivery_address: ADDRESS },
    {
      number: "HT-2605-000731-1",
      status: "delivered",
      payment_status: "paid",
      shipping_total: 2_500,
      delivery_address: null,
      shipment: { awb: "PX-1", shipped_at: "2026-05-03T08:00:00.000Z", delivered_at: "2026-05-05T08:00:00.000Z" },
    },
  ])

  const ship = await lane.ship(String(sold.json.data[0]?.id), { key: seller })
  expect(ship.status).toBe(200)
  const shipped = await counts()
  expect(await load(lines)).toMatchObject({ errors: [], records: { order: 2 }, knownOrders: 2 })
  expect(await counts()).toEqual(shipped)
  const [open] = (await lane.request("/v1/seller/orders", { key: seller })).json.data
  expect(open?.status).toBe("shipped")

  const next = await load([order({ external_id: "SHOP-3", placed_at: "2026-05-09T00:00:00Z" })])
  expect(next.errors).toEqual([])
  const [placed] = (await lane.request("/v1/orders", { key: buyer.key })).json.data
  expect(placed?.number).toBe("HT-2605-000732")
})

test("creates the account of a buyer with a name, and refuses one without", async () => {
  const email = "new.buyer@example.in"
  const orders = (name?: string) => [
    order({ external_id: "SHOP-10", buyer: { email, ...(name && { name }) } }),
    order({ external_id: "SHOP-11", buyer: { email: email.toUpperCase(), ...(name && { name }) } }),
  ]
  expect((await load(orders())).errors).toMatchObject([
    { line: 1, field: "buyer.email" },
    { line: 2, field: "buyer.email" },
  ])
  expect((await load(orders("Ravi Mishra"))).errors).toEqual([])
  expect(
    await lane.marketplace.rows(
      "SELECT a.name, a.password_hash, a.email_verified_at, count(*)::int AS orders FROM account a JOIN customer_order o ON o.account_id = a.id WHERE a.email = $1 GROUP BY a.id",
      [email],
    ),
  ).toEqual([{ name: "Ravi Mishra", password_hash: null, email_verified_at: null, orders: 2 }])
})

test("names the line and field of what is wrong, and keeps nothing of the file", async () => {
  const before = await counts()
  const { errors } = await load([
    order({ external_id: "F-1" }),
    order({ external_id: "F-1" }),
    order({ external_id: "F-2", items: [{ sku: "NONE", quantity: 1 }] }),
    order({ external_id: "F-3", items: [{ product_id: await productId("saree"), quantity: 1 }] }),
    order({ external_id: "F-4", items: [{ sku: "MK-250", product_id: 1, quantity: 1 }] }),
    order({ external_id: "F-5", items: [{ sku: "MK-250", quantity: 0 }] }),
    order({ external_id: "F-6", history: [{ status: "delivered", at: "2026-05-03T00:00:00Z" }] }),
    order({ external_id: "F-7", history: [{ status: "confirmed", at: "2026-05-01T00:00:00Z" }] }),
    order({ external_id: "F-8", payment: { method: "upi", status: "pending" }, history: HISTORY }),
    order({ external_id: "F-9", placed_at: "2099-05-01T00:00:00Z" }),
    order({ external_id: "F-10", number: "HT-2605-000731" }),
    order({ external_id: "F-11", discount: 60_000 }),
    order({ external_id: "F-12", parts: [{ store: "kosi-bazaar" }] }),
    order({
      external_id: "F-13",
      parts: [{ store: "mithila-haat", refunds: [{ amount: 99_999, at: "2026-05-03T00:00:00Z" }] }],
    }),
    order({ external_id: "F-14", address: { ...ADDRESS, pincode: "046004" } }),
    order({ external_id: "F-15", items: [{ sku: "MK-250", quantity: 10_000, unit_price: 2_000_000_000 }] }),
    order({ external_id: "F-16", unknown: true }),
  ])
  expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
    "2 external_id",
    "3 items.0.sku",
    "4 items.0.product_id",
    "5 items.0",
    "6 items.0.quantity",
    "7 history.0.status",
    "8 history.0.at",
    "9 history",
    "10 placed_at",
    "11 number",
    "12 discount",
    "13 parts.0.store",
    "14 parts.0.refunds",
    "15 address.pincode",
    "16 items.0",
    "17 ",
  ])
  expect(await counts()).toEqual(before)
})

test("an order of a refused product is not a second error", async () => {
  const broken = product("broken", "mithila-haat", [{ sku: "BR-1", name: "One", price: 10, mrp: 5 }])
  const { errors } = await load([broken, order({ external_id: "SHOP-20", items: [{ sku: "BR-1", quantity: 1 }] })])
  expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual(["1 variants.0.mrp"])
})

async function exported(url: string, name: string): Promise<string> {
  const path = join(folder, name)
  const out = createWriteStream(path)
  await exportCatalogue(url, out, undefined, { orders: true })
  out.end()
  await once(out, "close")
  return path
}

test("the demo's orders survive an export into an empty database, whose export is the same", {
  timeout: 120_000,
}, async () => {
  const demo = await testDatabase()
  const copy = await emptyTestDatabase()
  const there = new TestMarketplace(copy.url)
  try {
    const path = await exported(demo.url, "demo.ndjson")
    const again = await importFile(demo.url, () => createReadStream(path))
    expect(again).toMatchObject({ errors: [], knownOrders: again.records.order })
    expect(again.records.order).toBeGreaterThan(100)
    expect((await importFile(copy.url, () => createReadStream(path))).errors).toEqual([])
    const lines = readFileSync(path, "utf8").split("\n")
    const other = readFileSync(await exported(copy.url, "copy.ndjson"), "utf8").split("\n")
    const orders = (all: string[]) => all.filter((line) => line.startsWith('{"kind":"order"')).sort()
    expect(orders(other)).toEqual(orders(lines))
    const sums = `SELECT status, payment_status, count(*)::int AS orders, sum(total)::text AS total, sum(refunded_total)::text AS refunded FROM customer_order
      WHERE livemode GROUP BY 1, 2 ORDER BY 1, 2`
    const here = new TestMarketplace(demo.url)
    expect(await there.rows(sums)).toEqual(await here.rows(sums))
    await here.close()
  } finally {
    await there.close()
    await copy.drop()
    await demo.drop()
  }
})
