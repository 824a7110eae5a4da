import { afterAll, beforeAll, expect, test } from "vitest"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { LIVE_WORLD } from "@/domain/world"
import { cancelOrder, cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import type { PlacedOrder } from "@/orders/place-order"
import { refundOrder, refundSellerOrder } from "@/orders/refund"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"

let harness: OrderHarness
let buyer: string
let stores: number[]

beforeAll(async () => {
  harness = await OrderHarness.open(25)
  buyer = await harness.marketplace.account()
  stores = [
    await harness.marketplace.store("Mithila Haat"),
    await harness.marketplace.store("Kosi Bazaar"),
    await harness.marketplace.store("Tirhut Crafts"),
  ]
})
afterAll(() => harness.close())

/** Runs all at the same time and counts successes and refusals. Any other error, such as a deadlock, fails the test. */
async function atOnce(work: readonly (() => Promise<unknown>)[]): Promise<{ done: number; refused: number }> {
  const outcomes = await Promise.allSettled(work.map((each) => each()))
  for (const outcome of outcomes)
    if (
      outcome.status === "rejected" &&
      !(outcome.reason instanceof Problem && outcome.reason.code === "invalid_state")
    )
      throw outcome.reason
  const done = outcomes.filter(({ status }) => status === "fulfilled").length
  return { done, refused: outcomes.length - done }
}
function times(count: number, work: (i: number) => Promise<unknown>) {
  return Array.from({ length: count }, (_, i) => () => work(i))
}
function store(place = 0): number {
  return stores[place] ?? 0
}
const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }

function ship(sellerOrder: PlacedOrder["sellerOrders"][number] | undefined) {
  return harness.tx((tx) =>
    shipSellerOrder(
      tx,
      { id: publicId("seller_order", sellerOrder?.id ?? ""), storeId: sellerOrder?.storeId ?? 0, world: LIVE_WORLD },
      PARCEL,
    ),
  )
}

test("50 concurrent orders for the last 7 items: 7 are placed, and the stock is zero", async () => {
  const variant = await harness.variant(store(), { stock: 7 })
  expect(await atOnce(times(50, () => harness.place(buyer, [variant])))).toEqual({ done: 7, refused: 43 })
  expect(await harness.stock(variant)).toBe(0)
  expect(await harness.one("SELECT count(*)::int AS sold FROM order_item WHERE variant_id = $1", [variant])).toEqual({
    sold: 7,
  })
})

test("concurrent orders of the same items in another sequence do not deadlock, and none is partial", async () => {
  const [a, b, c] = [
    await harness.variant(store(), { stock: 20 }),
    await harness.variant(store(1), { stock: 25 }),
    await harness.variant(store(2), { stock: 30 }),
  ]
  const baskets = [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [c, a, b],
  ]
  const { done } = await atOnce(times(60, (i) => harness.place(buyer, baskets[i % baskets.length] ?? [])))
  expect([done, await harness.stock(a), await harness.stock(b), await harness.stock(c)]).toEqual([20, 0, 5, 10])
})

test("two variants that sell out concurrently leave their product's listing out of stock", async () => {
  for (let round = 0; round < 10; round++) {
    const first = await harness.variant(store(), { stock: 1 })
    const { product_id: product } = await harness.one<{ product_id: number }>(
      "SELECT product_id FROM product_variant WHERE id = $1",
      [first],
    )
    const { id: second } = await harness.one<{ id: number }>(
      "INSERT INTO product_variant (product_id, sku, name, price, mrp, stock, position) VALUES ($1, $2, 'second', 10000, 10000, 1, 1) RETURNING id",
      [product, `second-${first}`],
    )
    await atOnce([() => harness.place(buyer, [first]), () => harness.place(buyer, [second])])
    expect(
      await harness.one("SELECT in_stock, card->'in_stock' AS card FROM listing WHERE product_id = $1", [product]),
    ).toEqual({ in_stock: false, card: false })
    expect(
      await harness.one(
        "SELECT parts->'variants'->0->'in_stock' AS first, parts->'variants'->1->'in_stock' AS second FROM product_detail WHERE product_id = $1",
        [product],
      ),
    ).toEqual({ first: false, second: false })
  }
})

test("only an order that takes the last of the stock writes the listing and the product detail", async () => {
  const variant = await harness.variant(store(), { stock: 2 })
  const written = () =>
    harness.one(
      "SELECT l.xmin AS listing, d.xmin AS detail FROM listing l JOIN product_detail d USING (product_id) JOIN product_variant v USING (product_id) WHERE v.id = $1",
      [variant],
    )
  const before = await written()
  await harness.place(buyer, [variant])
  expect(await written()).toEqual(before)
  await harness.place(buyer, [variant])
  const after = await written()
  expect(Object.keys(after).filter((table) => after[table as never] === before[table as never])).toEqual([])
})

test("50 concurrent requests for the same refund create one refund", async () => {
  const order = await harness.place(buyer, [await harness.variant(store(), { price: 50_000 })])
  expect(
    await atOnce(
      times(50, () =>
        harness.tx((tx) =>
          refundSellerOrder(tx, staffOrderRef(order.sellerOrders[0]), {
            amount: 1_000,
            expectedRefundedTotal: 0,
            reason: "Broken",
          }),
        ),
      ),
    ),
  ).toEqual({ done: 1, refused: 49 })
  expect(await harness.one("SELECT sum(amount)::int AS sum FROM refund WHERE order_id = $1", [order.id])).toEqual({
    sum: 1_000,
  })
})

test("50 concurrent partial refunds never exceed what was paid", async () => {
  for (let round = 0; round < 3; round++) {
    const order = await harness.place(buyer, [
      await harness.variant(store(), { price: 50_000 }),
      await harness.variant(store(1), { price: 50_000 }),
    ])
    const refunds = times(50, (i) =>
      harness.tx((tx) =>
        refundSellerOrder(tx, staffOrderRef(order.sellerOrders[i % 2]), {
          amount: 15_001,
          expectedRefundedTotal: null,
          reason: "Broken",
        }),
      ),
    )
    expect(await atOnce(refunds)).toEqual({ done: 6, refused: 44 })
    expect(
      await harness.one(
        "SELECT refunded_total, payment_status, (SELECT sum(amount)::int FROM refund WHERE order_id = o.id) AS sum FROM customer_order o WHERE id = $1",
        [order.id],
      ),
    ).toEqual({
      refunded_total: 90_006,
      payment_status: "partially_refunded",
      sum: 90_006,
    })
  }
})

test("concurrent refunds and cancellations of an order and its seller orders refund it once", async () => {
  for (let round = 0; round < 10; round++) {
    const variants = await Promise.all(stores.map((each) => harness.variant(each, { price: 50_000, stock: 4 })))
    const order = await harness.place(buyer, variants)
    const whole = { expectedRefundedTotal: null, reason: "Broken" }
    await atOnce([
      () => harness.tx((tx) => refundOrder(tx, order.id, whole)),
      ...[...order.sellerOrders]
        .reverse()
        .map(
          (sellerOrder) => () =>
            harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(sellerOrder), { amount: null, ...whole })),
        ),
      () => harness.tx((tx) => cancelOrder(tx, order.id, "Never mind")),
      ...order.sellerOrders.map(
        (sellerOrder) => () => harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(sellerOrder), "Never mind")),
      ),
      () => harness.tx((tx) => refundOrder(tx, order.id, whole)),
    ])
    expect(
      await harness.one(
        "SELECT status, payment_status, refunded_total, total, (SELECT sum(amount)::int FROM refund WHERE order_id = o.id) AS sum FROM customer_order o WHERE id = $1",
        [order.id],
      ),
    ).toEqual({
      status: "cancelled",
      payment_status: "refunded",
      refunded_total: 150_000,
      total: 150_000,
      sum: 150_000,
    })
    expect(await Promise.all(variants.map((variant) => harness.stock(variant)))).toEqual([4, 4, 4])
  }
})

test("either shipping or cancelling succeeds, and the money and the stock follow", async () => {
  const won = { shipped: 0, cancelled: 0 }
  for (let round = 0; round < 20; round++) {
    const variant = await harness.variant(store(), { stock: 1, price: 50_000 })
    const order = await harness.place(buyer, [variant])
    await harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(order.sellerOrders[0])))
    const work = [
      () => ship(order.sellerOrders[0]),
      () => harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(order.sellerOrders[0]), "Late")),
    ]
    expect(await atOnce(round % 2 ? work : work.reverse())).toEqual({ done: 1, refused: 1 })
    const { status, refunded_total: refunded } = await harness.one<{
      status: "shipped" | "cancelled"
      refunded_total: number
    }>("SELECT status, refunded_total FROM seller_order WHERE order_id = $1", [order.id])
    won[status] += 1
    expect([status, refunded, await harness.stock(variant)]).toEqual(
      status === "shipped" ? ["shipped", 0, 0] : ["cancelled", 50_000, 1],
    )
    expect(
      await harness.one("SELECT count(*)::int AS shipments FROM shipment WHERE seller_order_id = $1", [
        order.sellerOrders[0]?.id,
      ]),
    ).toEqual({ shipments: status === "shipped" ? 1 : 0 })
  }
  expect(won.shipped + won.cancelled).toBe(20)
})

test("each transition requested 50 times concurrently happens once and publishes one event", async () => {
  const order = await harness.place(buyer, [await harness.variant(store())])
  const [sellerOrder] = order.sellerOrders
  const steps = [
    () => harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(sellerOrder))),
    () => harness.tx((tx) => packSellerOrder(tx, staffOrderRef(sellerOrder))),
    () => ship(sellerOrder),
    () => harness.tx((tx) => deliverSellerOrder(tx, staffOrderRef(sellerOrder))),
  ]
  for (const step of steps) expect(await atOnce(times(50, step))).toEqual({ done: 1, refused: 49 })
  const events = await harness.events(sellerOrder?.id ?? "")
  expect(events.map(({ data }) => [data.status, data.version])).toEqual([
    // seller.order.created, and seller.order.updated
    ["pending", 1],
    ["pending", 1],
    ["confirmed", 2],
    ["packed", 3],
    ["shipped", 4],
    ["delivered", 5],
  ])
})

test("concurrent deliveries of an order's parcels mark its cash as paid once", async () => {
  for (let round = 0; round < 10; round++) {
    const order = await harness.place(buyer, await Promise.all(stores.map((each) => harness.variant(each))), {
      payment: { method: "cod", status: "pending", reference: null },
    })
    for (const sellerOrder of order.sellerOrders) {
      await harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(sellerOrder)))
      await ship(sellerOrder)
    }
    expect(
      await atOnce(
        order.sellerOrders.map(
          (sellerOrder) => () => harness.tx((tx) => deliverSellerOrder(tx, staffOrderRef(sellerOrder))),
        ),
      ),
    ).toEqual({
      done: 3,
      refused: 0,
    })
    expect(
      await harness.one(
        "SELECT o.status, o.payment_status, m.status AS payment FROM customer_order o JOIN payment m ON m.order_id = o.id WHERE o.id = $1",
        [order.id],
      ),
    ).toEqual({ status: "delivered", payment_status: "paid", payment: "paid" })
    expect(
      await harness.rows("SELECT DISTINCT payment_status FROM seller_order WHERE order_id = $1", [order.id]),
    ).toEqual([{ payment_status: "paid" }])
  }
})

test("events have the order of the changes, even if one waited for the other's lock", async () => {
  const {
    sellerOrders: [sellerOrder],
  } = await harness.place(buyer, [await harness.variant(store())])
  await harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(sellerOrder)))
  let shipped: Promise<unknown> = Promise.resolve()
  await harness.tx(async (tx) => {
    await tx.query("SELECT FROM seller_order WHERE id = $1 FOR UPDATE", [sellerOrder?.id])
    shipped = ship(sellerOrder)
    const waits = async (): Promise<boolean> =>
      (
        await harness.rows(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length > 0
    await expect.poll(waits).toBe(true)
    await packSellerOrder(tx, staffOrderRef(sellerOrder))
  })
  await shipped
  const events = await harness.rows<{ status: string }>(
    "SELECT data->>'status' AS status FROM webhook_event WHERE subject_id = $1 ORDER BY created_at, id",
    [sellerOrder?.id],
  )
  expect(events.map(({ status }) => status).slice(-2)).toEqual(["packed", "shipped"])
})
