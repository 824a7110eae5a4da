import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { toPaise } from "@/domain/money"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { FIXTURE_WORLD_ID, LIVE_WORLD } from "@/domain/world"
import { cancelOrder, cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import type { PlacedOrder } from "@/orders/place-order"
import { refundOrder, refundSellerOrder } from "@/orders/refund"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import { emptyWorld, fillWorld } from "@/sandbox/fill-world"
import type { Sandbox } from "@/sandbox/open-sandbox"
import type { Receipt } from "@/platform/jobs"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"

let harness: OrderHarness
let buyer: string
let store: number
let sandbox: Sandbox
let other: number

beforeAll(async () => {
  harness = await OrderHarness.open()
  buyer = await harness.marketplace.account({ name: "Asha Jha", locale: "mai" })
  store = await harness.marketplace.store("Mithila Haat")
  other = await harness.marketplace.store("Kosi Bazaar")
  sandbox = await harness.sandbox(buyer)
})
afterAll(() => harness.close())

function liveRef({ id, storeId }: PlacedOrder["sellerOrders"][number]) {
  return {
    id: publicId("seller_order", id),
    storeId,
    world: LIVE_WORLD,
  }
}
const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }
function all(seen: number | null = null) {
  return { amount: null, expectedRefundedTotal: seen, reason: "Broken" }
}
function some(amount: number, seen: number | null = null) {
  return { amount, expectedRefundedTotal: seen, reason: "Broken" }
}

const doing = {
  confirm: (sellerOrder: PlacedOrder["sellerOrders"][number]) =>
    harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(sellerOrder))),
  pack: (sellerOrder: PlacedOrder["sellerOrders"][number]) =>
    harness.tx((tx) => packSellerOrder(tx, staffOrderRef(sellerOrder))),
  ship: (sellerOrder: PlacedOrder["sellerOrders"][number]) =>
    harness.tx((tx) => shipSellerOrder(tx, liveRef(sellerOrder), PARCEL)),
  deliver: (sellerOrder: PlacedOrder["sellerOrders"][number]) =>
    harness.tx((tx) => deliverSellerOrder(tx, staffOrderRef(sellerOrder))),
  cancel: (sellerOrder: PlacedOrder["sellerOrders"][number]) =>
    harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(sellerOrder), "Out of season")),
} as const
type Doing = keyof typeof doing

function sellerOrderOf(order: PlacedOrder, place = 0) {
  const sellerOrder = order.sellerOrders[place]
  if (!sellerOrder) throw new Error("no such part")
  return sellerOrder
}
function readSellerOrder(id: string) {
  return harness.one<{ status: string; payment_status: string; refunded_total: number; version: number }>(
    "SELECT status, payment_status, refunded_total, version FROM seller_order WHERE id = $1",
    [id],
  )
}
function orderIs(id: string) {
  return harness.one<{ status: string; payment_status: string; refunded_total: number; version: number }>(
    "SELECT status, payment_status, refunded_total, version FROM customer_order WHERE id = $1",
    [id],
  )
}
function problemOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error as Error)),
  )
}
async function mails(order: PlacedOrder): Promise<string[]> {
  return (
    await harness.rows<{ template: string }>(
      "SELECT payload->>'template' AS template FROM graphile_worker._private_jobs WHERE payload->'values'->>'number' LIKE $1 ORDER BY id",
      [`${order.number}%`],
    )
  ).map(({ template }) => template)
}

/** Creates an order of one part in this status. */
async function orderIn(status: OrderStatus) {
  const order = await harness.place(buyer, [await harness.variant(store)])
  const steps: Record<OrderStatus, Doing[]> = {
    pending: [],
    confirmed: ["confirm"],
    packed: ["confirm", "pack"],
    shipped: ["confirm", "ship"],
    delivered: ["confirm", "ship", "deliver"],
    cancelled: ["cancel"],
  }
  for (const step of steps[status]) await doing[step](sellerOrderOf(order))
  return order
}

describe("placing an order", () => {
  test("creates a seller order for each store, computes totals, takes stock, and publishes events and an email", async () => {
    const makhana = await harness.variant(store, { price: 29_900, stock: 5 })
    const saree = await harness.variant(store, { price: 50_000, stock: 1 })
    const lamp = await harness.variant(other, { price: 11_800, stock: 2 })
    const order = await harness.place(buyer, [[makhana, 1], lamp, saree, [makhana, 1]], { discount: toPaise(1_000) })
    expect(order.number).toMatch(/^HT-\d{4}-\d{6}$/)
    expect(order.sellerOrders.map(({ number, storeId }) => [number, storeId])).toEqual([
      [`${order.number}-1`, store],
      [`${order.number}-2`, other],
    ])
    expect([await harness.stock(makhana), await harness.stock(saree), await harness.stock(lamp)]).toEqual([3, 0, 1])
    const sums = await harness.one(
      "SELECT subtotal, shipping_total, discount_total, tax_total, total, item_count, status, payment_status, version FROM customer_order WHERE id = $1",
      [order.id],
    )
    const tax = Math.round((59_800 * 18) / 118) + Math.round((50_000 * 18) / 118) + 1_800
    expect(sums).toEqual({
      subtotal: 121_600,
      shipping_total: 4_900,
      discount_total: 1_000,
      tax_total: tax,
      total: 125_500,
      item_count: 4,
      status: "pending",
      payment_status: "paid",
      version: 1,
    })
    const [created] = await harness.events(order.id)
    expect(created).toMatchObject({ type: "order.created", account_id: buyer, store_id: null, livemode: true })
    expect(created?.data).toMatchObject({
      id: publicId("order", order.id),
      number: order.number,
      version: 1,
      livemode: true,
      total: 125_500,
      payment_status: "paid",
      refunded_total: 0,
    })
    expect(created?.data.items).toHaveLength(3)
    for (const sellerOrder of order.sellerOrders) {
      const events = await harness.events(sellerOrder.id)
      expect(events.map(({ type, store_id }) => [type, store_id])).toEqual([
        ["seller.order.created", sellerOrder.storeId],
        ["seller.order.updated", sellerOrder.storeId],
      ])
      for (const { data } of events)
        expect(data).toMatchObject({
          number: sellerOrder.number,
          status: "pending",
          payment_status: "paid",
          version: 1,
        })
    }
    expect(
      JSON.stringify([...(await harness.events(order.id)), ...(await harness.events(sellerOrderOf(order).id))]),
    ).not.toMatch(/Lalbagh|delivery_address/)
    expect(await mails(order)).toEqual(["order_placed"])
    const { receipt } = await harness.one<{ receipt: Receipt }>(
      "SELECT payload->'values'->'receipt' AS receipt FROM graphile_worker._private_jobs WHERE payload->'values'->>'number' = $1",
      [order.number],
    )
    expect(receipt).toMatchObject({
      subtotal: 121_600,
      shipping_total: 4_900,
      discount_total: 1_000,
      tax_total: tax,
      total: 125_500,
    })
    expect(receipt.items).toContainEqual(expect.objectContaining({ quantity: 2, unit_price: 29_900, total: 59_800 }))
  })

  test("takes stock for all items or for none", async () => {
    const plenty = await harness.variant(store, { stock: 9 })
    const one = await harness.variant(other, { stock: 1 })
    expect(await problemOf(harness.place(buyer, [plenty, [one, 2]]))).toBe("invalid_state")
    expect(await problemOf(harness.place(buyer, [plenty, 2_000_000_000]))).toBe("invalid_state")
    expect([await harness.stock(plenty), await harness.stock(one)]).toEqual([9, 1])
  })

  test("rejects archived products and products of suspended stores", async () => {
    const closed = await harness.marketplace.store(`Closed ${Math.random()}`, { status: "suspended" })
    const draft = await harness.variant(store)
    await harness.rows(
      "UPDATE product SET status = 'archived' WHERE id = (SELECT product_id FROM product_variant WHERE id = $1)",
      [draft],
    )
    for (const variant of [await harness.variant(closed), draft])
      expect(await problemOf(harness.place(buyer, [variant]))).toBe("invalid_state")
  })

  test("an order of a sandbox reserves stock of its own store, and its events are in test mode", async () => {
    const variant = await harness.sandboxVariant(sandbox, { stock: 2 })
    expect(await problemOf(harness.place(buyer, [[variant, 3]], { world: sandbox }))).toBe("invalid_state")
    const order = await harness.place(buyer, [[variant, 2]], { world: sandbox })
    expect(await harness.stock(variant)).toBe(0)
    await harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(order.sellerOrders[0], sandbox), "Only a test"))
    expect(await harness.stock(variant)).toBe(2)
    const events = [...(await harness.events(order.id)), ...(await harness.events(sellerOrderOf(order).id))]
    expect(events.map(({ type, livemode, data }) => [type, livemode, data.livemode])).toEqual([
      ["order.created", false, false],
      ["order.cancelled", false, false],
      ["order.refunded", false, false],
      ["seller.order.created", false, false],
      ["seller.order.updated", false, false],
      ["seller.order.updated", false, false],
    ])
    expect(await mails(order)).toEqual([])
  })
})

describe("transitions from each status", () => {
  const ALLOWED: Record<Doing, readonly OrderStatus[]> = {
    confirm: ["pending"],
    pack: ["confirmed"],
    ship: ["confirmed", "packed"],
    deliver: ["shipped"],
    cancel: ["pending", "confirmed", "packed"],
  }
  const BECOMES: Record<Doing, OrderStatus> = {
    confirm: "confirmed",
    pack: "packed",
    ship: "shipped",
    deliver: "delivered",
    cancel: "cancelled",
  }

  test.each(Object.keys(ALLOWED) as Doing[])("%s", async (step) => {
    for (const status of ORDER_STATUSES) {
      const order = await orderIn(status)
      const sellerOrder = sellerOrderOf(order)
      const before = await readSellerOrder(sellerOrder.id)
      const eventsBefore = (await harness.events(sellerOrder.id)).length
      const outcome = await problemOf(doing[step](sellerOrder))
      const after = await readSellerOrder(sellerOrder.id)
      if (ALLOWED[step].includes(status)) {
        expect([step, status, outcome, after.status, (await orderIs(order.id)).status]).toEqual([
          step,
          status,
          "done",
          BECOMES[step],
          BECOMES[step],
        ])
        expect(after.version).toBeGreaterThan(before.version)
        const events = await harness.events(sellerOrder.id)
        expect(events).toHaveLength(eventsBefore + 1)
        expect(events.at(-1)?.data).toMatchObject({ status: BECOMES[step], version: after.version })
      } else {
        expect([step, status, outcome, after]).toEqual([step, status, "invalid_state", before])
        expect(await harness.events(sellerOrder.id)).toHaveLength(eventsBefore)
      }
    }
  })

  test("fail with not_found for another store, mode or ID", async () => {
    const { sellerOrders } = await orderIn("confirmed")
    const id = publicId("seller_order", sellerOrderOf({ sellerOrders } as PlacedOrder).id)
    for (const ref of [
      { id, storeId: other, world: LIVE_WORLD },
      { id, storeId: store, world: sandbox },
      { id: "so_x", storeId: store, world: LIVE_WORLD },
      { id: "HT-2611-999999-1", storeId: store, world: LIVE_WORLD },
    ]) {
      expect(await problemOf(harness.tx((tx) => packSellerOrder(tx, ref)))).toBe("not_found")
      expect(await problemOf(harness.tx((tx) => shipSellerOrder(tx, ref, PARCEL)))).toBe("not_found")
      expect(await problemOf(harness.tx((tx) => refundSellerOrder(tx, ref, all())))).toBe("not_found")
    }
  })

  test("an unpaid order cannot be confirmed, unless it is cash on delivery", async () => {
    const variant = await harness.variant(store)
    const unpaid = await harness.place(buyer, [variant], {
      payment: { method: "upi", status: "pending", reference: null },
    })
    expect(await problemOf(doing.confirm(sellerOrderOf(unpaid)))).toBe("invalid_state")
    const cash = await harness.place(buyer, [variant], {
      payment: { method: "cod", status: "pending", reference: null },
    })
    expect(await problemOf(doing.confirm(sellerOrderOf(cash)))).toBe("done")
  })
})

describe("money and stock", () => {
  const orderOfTwoStores = async (more: Parameters<OrderHarness["place"]>[2] = {}) =>
    harness.place(
      buyer,
      [await harness.variant(store, { price: 30_000 }), await harness.variant(other, { price: 60_000 })],
      more,
    )

  test("cancelling a seller order restores its stock, refunds it minus its discount, and keeps the other", async () => {
    const variant = await harness.variant(store, { price: 30_000, stock: 3 })
    const order = await harness.place(buyer, [[variant, 2], await harness.variant(other, { price: 60_000 })], {
      discount: toPaise(12_000),
    })
    expect(
      await harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(order.sellerOrders[0]), "Out of season")),
    ).toEqual({
      parts: 1,
      refunded: 54_000,
    })
    expect(await harness.stock(variant)).toBe(3)
    expect(await readSellerOrder(sellerOrderOf(order).id)).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_total: 54_000,
    })
    expect(await readSellerOrder(sellerOrderOf(order, 1).id)).toMatchObject({
      status: "pending",
      payment_status: "paid",
    })
    expect(await orderIs(order.id)).toMatchObject({
      status: "pending",
      payment_status: "partially_refunded",
      refunded_total: 54_000,
    })
    expect((await harness.events(order.id)).map(({ type, data }) => [type, data.refunded_total])).toEqual([
      ["order.created", 0],
      ["order.cancelled", 0],
      ["order.refunded", 54_000],
    ])
    expect(await mails(order)).toEqual(["order_placed", "order_cancelled"])
    expect(await harness.tx((tx) => cancelOrder(tx, order.id, "All of it"))).toEqual({ parts: 1, refunded: 54_000 })
    expect(await orderIs(order.id)).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_total: 108_000,
    })
    expect(await problemOf(harness.tx((tx) => cancelOrder(tx, order.id, "Again")))).toBe("invalid_state")
  })

  test("partial and full refunds never exceed what was paid", async () => {
    const order = await orderOfTwoStores()
    const [first, second] = [sellerOrderOf(order), sellerOrderOf(order, 1)]
    expect(await harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(10_000)))).toBe(10_000)
    expect([(await readSellerOrder(first.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "partially_refunded",
      "partially_refunded",
    ])
    for (const amount of [24_901, 0, -1, 2_000_000_000])
      expect(await problemOf(harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(amount))))).toBe(
        "invalid_state",
      )
    expect(await harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all()))).toBe(24_900)
    expect([(await readSellerOrder(first.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "refunded",
      "partially_refunded",
    ])
    expect(await problemOf(harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all())))).toBe(
      "invalid_state",
    )
    expect(
      await harness.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 34_900, reason: "The rest" })),
    ).toBe(60_000)
    expect([(await readSellerOrder(second.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "refunded",
      "refunded",
    ])
    expect(
      await problemOf(harness.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: null, reason: "More" }))),
    ).toBe("invalid_state")
    const events = await harness.events(order.id)
    expect(events.map(({ type, data }) => [type, data.refunded_total])).toEqual([
      ["order.created", 0],
      ["order.refunded", 10_000],
      ["order.refunded", 34_900],
      ["order.refunded", 94_900],
    ])
    const versions = events.map(({ data }) => Number(data.version))
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    expect(await mails(order)).toEqual(["order_placed", "order_refunded", "order_refunded", "order_refunded"])
  })

  test("refunds and cash payments publish events to the affected stores only", async () => {
    const paymentEvents = async (id: string): Promise<unknown[]> =>
      (await harness.events(id))
        .filter(({ type }) => type === "seller.order.updated")
        .map(({ data }) => [data.status, data.payment_status])
    const order = await orderOfTwoStores()
    const [first, second] = [sellerOrderOf(order), sellerOrderOf(order, 1)]
    await harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(10_000)))
    expect([await paymentEvents(first.id), await paymentEvents(second.id)]).toEqual([
      [
        ["pending", "paid"],
        ["pending", "partially_refunded"],
      ],
      [["pending", "paid"]],
    ])
    await harness.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 10_000, reason: "The rest" }))
    expect([(await paymentEvents(first.id)).at(-1), (await paymentEvents(second.id)).at(-1)]).toEqual([
      ["pending", "refunded"],
      ["pending", "refunded"],
    ])

    const cash = await orderOfTwoStores({ payment: { method: "cod", status: "pending", reference: null } })
    for (const sellerOrder of cash.sellerOrders)
      for (const step of ["confirm", "ship", "deliver"] as const) await doing[step](sellerOrder)
    for (const sellerOrder of cash.sellerOrders)
      expect((await paymentEvents(sellerOrder.id)).at(-1)).toEqual(["delivered", "paid"])
  })

  test("events of a sandbox are in test mode, for its account, at the time of its clock, and contain no address", async () => {
    const order = await harness.place(buyer, [await harness.sandboxVariant(sandbox)], { world: sandbox })
    const sellerOrder = sellerOrderOf(order)
    const ref = staffOrderRef(sellerOrder, sandbox)
    await harness.tx((tx) => confirmSellerOrder(tx, ref))
    await harness.rows("UPDATE world SET clock = clock + interval '3 days' WHERE id = $1", [sandbox.id])
    await harness.tx((tx) => packSellerOrder(tx, ref))
    await harness.tx((tx) => shipSellerOrder(tx, { ...ref, storeId: sellerOrder.storeId }, PARCEL))
    await harness.tx((tx) => deliverSellerOrder(tx, ref))
    await harness.tx((tx) => refundSellerOrder(tx, ref, all()))
    const events = [...(await harness.events(order.id)), ...(await harness.events(sellerOrder.id))]
    expect(events).toHaveLength(11)
    for (const { livemode, data, account_id: account, store_id: receiver } of events)
      expect([livemode, data.livemode, "delivery_address" in data, account, receiver]).toEqual([
        ...[false, false, false],
        ...[buyer, null],
      ])
    expect(JSON.stringify(events)).not.toContain("Lalbagh")
    expect(
      await harness.rows(
        `SELECT (e.occurred_at - w.epoch)::text AS after, count(*)::int AS events FROM webhook_event e, world w
         WHERE w.id = $1 AND e.subject_id = ANY ($2::uuid[]) GROUP BY 1 ORDER BY 1`,
        [sandbox.id, [order.id, sellerOrder.id]],
      ),
    ).toEqual([
      { after: "00:00:00", events: 4 },
      { after: "3 days", events: 7 },
    ])
    expect(
      await harness.one("SELECT shipped_at - placed_at = '3 days' AS late FROM seller_order WHERE id = $1", [
        sellerOrder.id,
      ]),
    ).toEqual({
      late: true,
    })
  })

  test("a sandbox's order of shared products has parts of shared stores, whose sellers receive no events", async () => {
    const shared = await harness.one<{ id: number; stock: number }>(
      "SELECT id, stock FROM product_variant WHERE world_id = $1 AND stock > 1 ORDER BY id LIMIT 1",
      [FIXTURE_WORLD_ID],
    )
    const own = await harness.sandboxVariant(sandbox)
    const order = await harness.place(buyer, [shared.id, own], { world: sandbox })
    expect(await harness.stock(shared.id)).toBe(shared.stock)
    const sellerEvents = await Promise.all(order.sellerOrders.map(({ id }) => harness.events(id)))
    expect(sellerEvents.map((events) => events.length).sort()).toEqual([0, 2])
    await harness.tx((tx) => cancelOrder(tx, order.id, "Only a test"))
    expect([await harness.stock(shared.id), await harness.stock(own)]).toEqual([shared.stock, 5])
  })

  test("a sandbox sells nothing of the live marketplace or of another sandbox, and the live one nothing of a sandbox", async () => {
    const stranger = await harness.sandbox(await harness.marketplace.account())
    const [live, own, foreign] = [
      await harness.variant(store),
      await harness.sandboxVariant(sandbox),
      await harness.sandboxVariant(stranger),
    ]
    for (const variant of [live, foreign])
      expect(await problemOf(harness.place(buyer, [variant], { world: sandbox }))).toBe("invalid_state")
    for (const variant of [own, foreign]) expect(await problemOf(harness.place(buyer, [variant]))).toBe("invalid_state")
    for (const variant of [live, own, foreign]) expect(await harness.stock(variant)).toBe(5)
  })

  test("the same steps in a sandbox that was filled again give the same ids, numbers and rows", async () => {
    const account = await harness.marketplace.account()
    const world = await harness.sandbox(account)
    const run = async (): Promise<string[]> => {
      const [own] = await harness.rows<{ id: number }>(
        "SELECT v.id FROM product_variant v WHERE v.world_id = $1 AND v.stock > 1 ORDER BY v.id LIMIT 1",
        [world.id],
      )
      const order = await harness.place(account, [own?.id ?? 0], { world })
      await harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(order.sellerOrders[0], world)))
      const texts: string[] = []
      for (const table of ["customer_order", "seller_order", "order_item", "payment", "product_variant"]) {
        const rows = await harness.rows<{ text: string }>(
          `SELECT t::text AS text FROM ${table} t WHERE world_id = $1 ORDER BY t::text`,
          [world.id],
        )
        texts.push(...rows.map(({ text }) => text))
      }
      return texts
    }
    const first = await run()
    const { ordinal, epoch } = await harness.one<{ ordinal: number; epoch: Date }>(
      "SELECT ordinal, epoch FROM world WHERE id = $1",
      [world.id],
    )
    await harness.tx(async (tx) => {
      await emptyWorld(tx, world.id)
      await fillWorld(tx, { id: world.id, ordinal, epoch, accountId: account })
    })
    expect(await run()).toEqual(first)
  })

  test("a refund with an outdated refunded total is rejected", async () => {
    const order = await orderOfTwoStores()
    expect(await harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(order.sellerOrders[0]), some(5_000, 0)))).toBe(
      5_000,
    )
    expect(
      await problemOf(harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(order.sellerOrders[0]), some(5_000, 0)))),
    ).toBe("invalid_state")
    expect(
      await problemOf(harness.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 0, reason: "Twice" }))),
    ).toBe("invalid_state")
    expect(await orderIs(order.id)).toMatchObject({ refunded_total: 5_000 })
  })

  test("cash is paid on the last delivery, without cancelled seller orders", async () => {
    const order = await orderOfTwoStores({ payment: { method: "cod", status: "pending", reference: null } })
    const [first, second] = [sellerOrderOf(order), sellerOrderOf(order, 1)]
    expect(await problemOf(harness.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all())))).toBe(
      "invalid_state",
    )
    for (const step of ["confirm", "ship", "deliver"] as const) await doing[step](first)
    expect((await orderIs(order.id)).payment_status).toBe("pending")
    const eventsBefore = (await harness.events(first.id)).length
    expect(await harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(second), "Out of season"))).toEqual({
      parts: 1,
      refunded: 0,
    })
    expect(await harness.one("SELECT status, amount FROM payment WHERE order_id = $1", [order.id])).toEqual({
      status: "paid",
      amount: 34_900,
    })
    expect([
      (await readSellerOrder(first.id)).payment_status,
      (await readSellerOrder(second.id)).payment_status,
      (await orderIs(order.id)).payment_status,
    ]).toEqual(["paid", "failed", "paid"])
    expect((await harness.events(first.id)).slice(eventsBefore).map(({ data }) => data.payment_status)).toEqual([
      "paid",
    ])
    expect(await harness.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 0, reason: "Broken" }))).toBe(
      34_900,
    )
    expect((await orderIs(order.id)).payment_status).toBe("refunded")
  })

  test("an unpaid order that is cancelled completely has the payment status failed", async () => {
    const order = await orderOfTwoStores({ payment: { method: "card", status: "pending", reference: null } })
    await harness.tx((tx) => cancelOrder(tx, order.id, "Never paid"))
    expect(await harness.one("SELECT status FROM payment WHERE order_id = $1", [order.id])).toEqual({
      status: "failed",
    })
    expect(await orderIs(order.id)).toMatchObject({ status: "cancelled", payment_status: "failed", refunded_total: 0 })
    expect((await harness.events(order.id)).map(({ type }) => type)).toEqual(["order.created", "order.cancelled"])
  })

  test("a delivery records its time, and a rolled-back refund publishes no event", async () => {
    const order = await orderIn("shipped")
    const sellerOrder = sellerOrderOf(order)
    await doing.deliver(sellerOrder)
    const [event] = (await harness.events(sellerOrder.id)).slice(-1)
    expect(event?.data).toMatchObject({
      status: "delivered",
      shipment: { awb: "PX-1", delivered_at: expect.stringMatching(/Z$/) as string },
    })
    const events = (await harness.events(sellerOrder.id)).length
    await expect(
      harness.tx(async (tx) => {
        await refundSellerOrder(tx, staffOrderRef(sellerOrder), all())
        throw new Error("changed my mind")
      }),
    ).rejects.toThrow("changed my mind")
    expect(await harness.events(sellerOrder.id)).toHaveLength(events)
    expect((await readSellerOrder(sellerOrder.id)).refunded_total).toBe(0)
  })
})

// PostgreSQL runs a CTE that nothing reads last. Without statistics of orders it looks for endpoints first and, where
// there is none, does not read the order for their deliveries.
test("publishes a shipment to the buyer, whatever plan is chosen for the event", async () => {
  const order = await orderIn("packed")
  const sellerOrder = sellerOrderOf(order)
  await harness.rows(
    `INSERT INTO customer_order (id, number, account_id, status, payment_status, livemode, subtotal, shipping_total, discount_total, tax_total, total,
                                 item_count, placed_at, updated_at)
     SELECT gen_random_uuid(), 'HT-2001-' || (100000 + n), $1, 'delivered', 'paid', true, 0, 0, 0, 0, 0, 1, now(), now() FROM generate_series(1, 5000) n`,
    [buyer],
  )
  await harness.rows("VACUUM customer_order")
  await harness.rows(
    `INSERT INTO webhook_endpoint (id, account_id, url, secret_encrypted, events, livemode, updated_at)
     SELECT gen_random_uuid(), $1, 'https://hooks.example/', 'x', '{order.created}', true, now() FROM generate_series(1, 50)`,
    [buyer],
  )
  await harness.rows("ANALYZE webhook_endpoint")
  await harness.rows("DELETE FROM webhook_endpoint")
  await harness.tx((tx) => shipSellerOrder(tx, liveRef(sellerOrder), PARCEL))
  expect((await harness.events(order.id)).map(({ type }) => type)).toContain("order.shipped")
})
