import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { KilledServer } from "@/testing/fixtures/killed-server"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import {
  batches,
  groupBy,
  discountOf,
  isCancelled,
  isCash,
  isRare,
  paymentFails,
  PARTIAL_REFUND,
  refundOf,
  type Event,
  type Item,
  type Order,
  type Part,
  type SellerOrder,
  type Store,
} from "@/testing/fixtures/shop-orders"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

// A day of the marketplace's shop, seen from outside: by keys and received webhooks alone, while the server and the
// worker are killed. ORDERS=10000 STORES=200 LIFE_MS=10000 makes it a day of a large shop.

const ORDERS = Number(process.env.ORDERS ?? 100)
const STORES = Number(process.env.STORES ?? 5)
const BUYERS = 5
const BATCH = 25
/** Of each ordinary product. */
const STOCK = 1_000_000
/** Milliseconds between two kills, on average. */
const LIFE_MS = Number(process.env.LIFE_MS ?? 1_500)
/** Requests at a time. */
const CONCURRENCY = 8
const TIMEOUT_MS = 180_000 + ORDERS * 120

let database: TestDatabase
let marketplace: TestMarketplace
let server: KilledServer
let receiver: WebhookReceiver
let operator: string
const stores: Store[] = []
const buyers: { id: string; key: string }[] = []

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  receiver = await WebhookReceiver.open()
  server = await KilledServer.start(database.url)
  operator = (await marketplace.operatorKey()).secret
  const rareOrders = Math.ceil(ORDERS / 20)
  for (let index = 0; index < STORES; index++) {
    const owner = await marketplace.account()
    const store = await marketplace.store(`Store ${index}`, { owner })
    const products: Store["skus"] = []
    for (const [price, stock] of [
      [12_300, STOCK],
      [60_100, STOCK],
      [900, 0],
    ] as const) {
      const id = await marketplace.product({ name: `Product ${index} ${price}`, store, price, stock })
      products.push({ sku: `SKU-${id}`, price })
    }
    const rare = { sku: products.pop()?.sku ?? "", stock: Math.floor(rareOrders / STORES / 2) + (index % 2) }
    const { secret: key } = await marketplace.key(owner)
    stores.push({ slug: `store-${index}`, key, path: `/stores/${index}`, skus: products, rare })
    const changed = await server.request<{ outcome: string }[]>("/v1/seller/offers", {
      key,
      method: "PATCH",
      json: { offers: [{ sku: rare.sku, stock: rare.stock }] },
    })
    if (rare.stock > 0) expect(changed.data[0]?.outcome).toBe("updated")
    await listen(key, `/stores/${index}`, ["seller.order.created", "seller.order.updated"])
  }
  for (let index = 0; index < BUYERS; index++) {
    const id = await marketplace.account()
    const { secret: key } = await marketplace.key(id)
    buyers.push({ id, key })
    const types = ["created", "shipped", "delivered", "cancelled", "refunded"].map((type) => `order.${type}`)
    await listen(key, `/buyers/${index}`, types)
  }
}, TIMEOUT_MS)
afterAll(async () => {
  await server.stop()
  await receiver.close()
  await marketplace.close()
  await database.drop()
})

async function listen(key: string, path: string, events: string[]): Promise<void> {
  const json = { url: receiver.url(path), events }
  const { status, text } = await server.request("/v1/webhook-endpoints", { key, method: "POST", json })
  expect([status, text]).toEqual([201, expect.any(String)])
}
async function each<T>(items: readonly T[], work: (item: T, index: number) => Promise<unknown>): Promise<void> {
  const entries = items.entries()
  const run = async (): Promise<void> => {
    for (const [index, item] of entries) await work(item, index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
}
function storeAt(index: number): Store {
  const store = stores[index % STORES]
  if (!store) throw new Error("no stores")
  return store
}
/** Whether an endpoint subscribes to the event. */
function isHeard({ type }: Event): boolean {
  return /^(seller\.)?order\./.test(type)
}
function storeOf(part: Part): Store {
  return storeAt(Number(part.store.split("-")[1]))
}

const ADDRESS = {
  ...{ name: "Asha Jha", phone: "+919000000001", line1: "14 Lalbagh" },
  ...{ city: "Darbhanga", district: "Darbhanga", state: "Bihar", pincode: "846004" },
}
/** One item of a first store and, of every third order, one of a second store. */
function orderOf(i: number) {
  const first = storeAt(i)
  const second = storeAt(i + 1)
  const ordinary = { sku: first.skus[i % 2]?.sku ?? "", quantity: 1 + (i % 3) }
  const items = isRare(i) ? [{ sku: storeAt(Math.floor(i / 20)).rare.sku, quantity: 1 }] : [ordinary]
  if (i % 3 === 0 && !isRare(i)) items.push({ sku: second.skus[0]?.sku ?? "", quantity: 2 })
  return {
    external_id: `order-${i}`,
    buyer: { account_id: `acc_${buyers[i % BUYERS]?.id}` },
    items,
    address: ADDRESS,
    payment: { method: isCash(i) ? "cod" : "upi" },
    ...(!isRare(i) && { discount: discountOf(i) }),
  }
}
/** Sends batches by the internal door. */
async function report(name: "orders" | "payments" | "deliveries", items: object[], once?: string): Promise<Item[]> {
  const results: Item[][] = []
  await each(batches(items, BATCH), async (batch, index) => {
    const { status, data, text } = await server.request<Item[]>(`/v1/internal/${name}`, {
      ...{ key: operator, method: "POST", json: { [name]: batch } },
      ...(once !== undefined && { once: `${once}-${index}` }),
    })
    if (status !== 200) throw new Error(text)
    results[index] = data
  })
  return results.flat()
}
async function step(part: Part, action: "confirm" | "pack" | "cancel" | "refund", json: object = {}): Promise<void> {
  const { status, text } = await server.request(`/v1/seller/orders/${part.id}/${action}`, {
    ...{ key: storeOf(part).key, method: "POST", json, once: `${action}-${part.number}` },
  })
  if (status !== 200) throw new Error(`${action} ${part.number}: ${text}`)
}

test(`${ORDERS} orders of ${STORES} stores, with the server and the worker killed: none doubled, none lost`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const began = performance.now()
  const numbers = Array.from({ length: ORDERS }, (_, i) => i)
  server.beginKills(LIFE_MS)
  const results = await report("orders", numbers.map(orderOf), "orders")
  expect(results.map(({ external_id: id }) => id)).toEqual(numbers.map((i) => `order-${i}`))
  const placed = results.flatMap(({ order }, i) => (order ? [{ i, ...order, parts: order.seller_orders }] : []))
  const refused = results.flatMap(({ order, error }, i) => (order ? [] : [`${isRare(i)} ${error?.code}`]))
  expect(new Set(refused)).toEqual(new Set(["true out_of_stock"]))

  const payments = await report(
    "payments",
    placed.flatMap(({ i }) =>
      isCash(i) && !paymentFails(i)
        ? []
        : [
            {
              external_id: `payment-${i}`,
              order_external_id: `order-${i}`,
              status: paymentFails(i) ? "failed" : "paid",
            },
          ],
    ),
    "payments",
  )
  expect(payments.filter(({ error }) => error)).toEqual([])

  const alive = placed.filter(({ i }) => !paymentFails(i))
  const cancelled = alive.flatMap(({ i, parts }) => (isCancelled(i) ? parts.slice(0, 1) : []))
  const handled = alive.flatMap(({ i, parts }) => (isCancelled(i) ? parts.slice(1) : parts))
  await each(cancelled, (part) => step(part, "cancel", { reason: "Out of stock" }))
  await each(handled, (part) => step(part, "confirm"))
  await each(handled, (part) => step(part, "pack"))
  await each(stores, async ({ slug, key }) => {
    for (const [index, parts] of batches(
      handled.filter(({ store }) => store === slug),
      100,
    ).entries()) {
      const { status, meta, text } = await server.request<unknown>("/v1/seller/shipments", {
        ...{ key, method: "POST", once: `truck-${index}` },
        json: {
          shipments: parts.map(({ number }) => ({ id: number, courier_name: "Pavan Express", awb: `PX-${number}` })),
        },
      })
      expect([status, meta, text]).toEqual([200, { shipped: parts.length, failed: 0 }, expect.any(String)])
    }
  })
  const deliveries = await report(
    "deliveries",
    handled.map(({ id, number }) => ({ external_id: `delivery-${number}`, seller_order: id })),
    "deliveries",
  )
  expect(deliveries.filter(({ error }) => error)).toEqual([])
  const refunds = alive.flatMap(({ i, parts: [part] }) => {
    const refund = refundOf(i)
    return refund && part ? [{ part, json: refund === "part" ? { amount: PARTIAL_REFUND } : {} }] : []
  })
  await each(refunds, ({ part, json }) => step(part, "refund", json))
  await server.endKills()
  const seconds = Math.round((performance.now() - began) / 1_000)

  // No order is placed twice, and none is lost.
  const again = await report("orders", numbers.map(orderOf))
  expect(again.map(({ outcome, order }) => [outcome === "failed", order])).toEqual(
    results.map(({ order }) => [order === null, order]),
  )
  const bought = (await Promise.all(buyers.map(({ key }) => server.all<Order>("/v1/orders?", key)))).flat()
  expect(bought.map(({ number }) => number).toSorted()).toEqual(placed.map(({ number }) => number).toSorted())
  const sold: SellerOrder[] = []
  for (const { key } of stores) sold.push(...(await server.all<SellerOrder>("/v1/seller/orders?", key)))
  expect(sold.map(({ number }) => number).toSorted()).toEqual(
    placed.flatMap(({ parts }) => parts.map(({ number }) => number)).toSorted(),
  )

  // Each part has come where it should.
  const soldBy = new Map(sold.map((part) => [part.number, part]))
  const wrong = placed.flatMap(({ i, parts }) =>
    parts.flatMap(({ number }, index) => {
      const { status, payment_status: paid, total, refunded_total: refunded } = soldBy.get(number) ?? {}
      const first = index === 0
      const refund = first ? refundOf(i) : null
      const due = paymentFails(i)
        ? ["cancelled", "failed", 0]
        : isCancelled(i) && first
          ? ["cancelled", isCash(i) ? "failed" : "refunded", isCash(i) ? 0 : total]
          : refund === "whole"
            ? ["delivered", "refunded", total]
            : ["delivered", refund ? "partially_refunded" : "paid", refund ? PARTIAL_REFUND : 0]
      return JSON.stringify([status, paid, refunded]) === JSON.stringify(due) ? [] : [{ number, status, paid, due }]
    }),
  )
  expect(wrong).toEqual([])

  // Stock: what is sold and not cancelled is gone.
  const gone = new Map<string, number>()
  for (const { status, items } of sold)
    if (status !== "cancelled") for (const { sku, quantity } of items) gone.set(sku, (gone.get(sku) ?? 0) + quantity)
  for (const { key, rare } of stores) {
    const products = await server.all<{ offers: { sku: string; stock: number }[] }>("/v1/seller/products?", key)
    for (const { sku, stock } of products.flatMap(({ offers }) => offers))
      expect([sku, stock]).toEqual([sku, (sku === rare.sku ? rare.stock : STOCK) - (gone.get(sku) ?? 0)])
  }

  // Money: an order is its parts, and what was given back is the sum of theirs.
  const partsOf = groupBy(sold, ({ order_number: number }) => number)
  const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)
  for (const order of bought) {
    const parts = partsOf.get(order.number) ?? []
    expect(order.total).toBe(order.subtotal + order.shipping_total - order.discount_total)
    expect([order.number, sum(parts, ({ total }) => total)]).toEqual([order.number, order.total + order.discount_total])
    expect([order.number, sum(parts, (part) => part.refunded_total)]).toEqual([order.number, order.refunded_total])
  }

  // Events: each change is recorded once, and arrives once or more.
  const own = [...stores, ...buyers].map(({ key }) => key)
  const events: Event[] = []
  for (const key of own) events.push(...(await server.all<Event>("/v1/events?", key)).filter(isHeard))
  const kinds = groupBy(events, ({ type, data }) => `${type} ${data.id}`)
  const due = (type: string, id: string): number => kinds.get(`${type} ${id}`)?.length ?? 0
  expect(sold.filter(({ id }) => due("seller.order.created", id) !== 1)).toEqual([])
  for (const [kind, changes] of kinds)
    if (kind.startsWith("seller.")) expect(new Set(changes.map(({ data }) => data.version)).size).toBe(changes.length)
  const ended = handled.filter(({ id }) => {
    const states = new Set(kinds.get(`seller.order.updated ${id}`)?.map(({ data }) => data.status))
    return ["pending", "confirmed", "packed", "shipped", "delivered"].some((status) => !states.has(status))
  })
  expect(ended).toEqual([])
  // Deliveries of one order that come in one batch are one event.
  const deliveredOrders = new Set(
    events.filter(({ type }) => type === "order.delivered").map(({ data }) => data.number),
  )
  const orderOfPart = ({ number }: Part) => number.replace(/-\d+$/, "")
  expect(deliveredOrders).toEqual(new Set(handled.map(orderOfPart)))
  const counts = Object.fromEntries(
    ["created", "shipped", "cancelled", "refunded"].map((type) => [
      type,
      events.filter((event) => event.type === `order.${type}`).length,
    ]),
  )
  expect(counts).toEqual({
    created: placed.length,
    shipped: handled.length,
    cancelled: cancelled.length + placed.length - alive.length,
    refunded: refunds.length + cancelled.length,
  })
  const missing = (): number => {
    const received = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))
    return events.filter(({ id }) => !received.has(id)).length
  }
  await expect.poll(missing, { timeout: TIMEOUT_MS / 2, interval: 1_000 }).toBe(0)
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(events.length)
  process.stdout.write(
    `${placed.length} orders, ${sold.length} parts, ${refused.length} refused, in ${seconds} s: ${server.serverKills} kills of the server, ` +
      `${server.workerKills} of the worker, ${server.repeated} requests repeated, ${events.length} events, ${receiver.received.length} deliveries\n`,
  )
  expect(server.serverKills).toBeGreaterThan(0)
})
