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
import { shipInSandbox, shipSellerOrder } from "@/orders/ship-seller-order"
import { emptyWorld, fillWorld } from "@/sandbox/fill-world"
import type { Sandbox } from "@/sandbox/open-sandbox"
import type { Receipt } from "@/platform/jobs"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"

let desk: OrderHarness
let buyer: string
let store: number
let sandbox: Sandbox
let other: number

beforeAll(async () => {
  desk = await OrderHarness.open()
  buyer = await desk.marketplace.account({ name: "Asha Jha", locale: "mai" })
  store = await desk.marketplace.store("Mithila Haat")
  other = await desk.marketplace.store("Kosi Bazaar")
  sandbox = await desk.sandbox(buyer)
})
afterAll(() => desk.close())

const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }
const all = (seen: number | null = null) => ({ amount: null, expectedRefundedTotal: seen, reason: "Broken" })
const some = (amount: number, seen: number | null = null) => ({ amount, expectedRefundedTotal: seen, reason: "Broken" })

const doing = {
  confirm: (part: PlacedOrder["parts"][number]) => desk.tx((tx) => confirmSellerOrder(tx, staffOrderRef(part))),
  pack: (part: PlacedOrder["parts"][number]) => desk.tx((tx) => packSellerOrder(tx, staffOrderRef(part))),
  ship: (part: PlacedOrder["parts"][number]) =>
    desk.tx((tx) => shipSellerOrder(tx, { id: publicId("seller_order", part.id), storeId: part.storeId }, PARCEL)),
  deliver: (part: PlacedOrder["parts"][number]) => desk.tx((tx) => deliverSellerOrder(tx, staffOrderRef(part))),
  cancel: (part: PlacedOrder["parts"][number]) =>
    desk.tx((tx) => cancelSellerOrder(tx, staffOrderRef(part), "Out of season")),
} as const
type Doing = keyof typeof doing

const partOf = (order: PlacedOrder, place = 0) => {
  const part = order.parts[place]
  if (!part) throw new Error("no such part")
  return part
}
const partIs = (id: string) =>
  desk.one<{ status: string; payment_status: string; refunded_total: number; version: number }>(
    "SELECT status, payment_status, refunded_total, version FROM seller_order WHERE id = $1",
    [id],
  )
const orderIs = (id: string) =>
  desk.one<{ status: string; payment_status: string; refunded_total: number; version: number }>(
    "SELECT status, payment_status, refunded_total, version FROM customer_order WHERE id = $1",
    [id],
  )
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error as Error)),
  )
const mails = async (order: PlacedOrder): Promise<string[]> =>
  (
    await desk.rows<{ template: string }>(
      "SELECT payload->>'template' AS template FROM graphile_worker._private_jobs WHERE payload->'values'->>'number' LIKE $1 ORDER BY id",
      [`${order.number}%`],
    )
  ).map(({ template }) => template)

/** Creates an order of one part in this status. */
const orderIn = async (status: OrderStatus) => {
  const order = await desk.place(buyer, [await desk.variant(store)])
  const steps: Record<OrderStatus, Doing[]> = {
    pending: [],
    confirmed: ["confirm"],
    packed: ["confirm", "pack"],
    shipped: ["confirm", "ship"],
    delivered: ["confirm", "ship", "deliver"],
    cancelled: ["cancel"],
  }
  for (const step of steps[status]) await doing[step](partOf(order))
  return order
}

describe("placing an order", () => {
  test("creates a seller order for each store, computes totals, takes stock, and publishes events and an email", async () => {
    const makhana = await desk.variant(store, { price: 29_900, stock: 5 })
    const saree = await desk.variant(store, { price: 50_000, stock: 1 })
    const lamp = await desk.variant(other, { price: 11_800, stock: 2 })
    const order = await desk.place(buyer, [[makhana, 1], lamp, saree, [makhana, 1]], { discount: toPaise(1_000) })
    expect(order.number).toMatch(/^HT-\d{4}-\d{6}$/)
    expect(order.parts.map(({ number, storeId }) => [number, storeId])).toEqual([
      [`${order.number}-1`, store],
      [`${order.number}-2`, other],
    ])
    expect([await desk.stock(makhana), await desk.stock(saree), await desk.stock(lamp)]).toEqual([3, 0, 1])
    const sums = await desk.one(
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
    const [created] = await desk.events(order.id)
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
    for (const part of order.parts) {
      const events = await desk.events(part.id)
      expect(events.map(({ type, store_id }) => [type, store_id])).toEqual([
        ["seller.order.created", part.storeId],
        ["seller.order.updated", part.storeId],
      ])
      for (const { data } of events)
        expect(data).toMatchObject({ number: part.number, status: "pending", payment_status: "paid", version: 1 })
    }
    expect(JSON.stringify([...(await desk.events(order.id)), ...(await desk.events(partOf(order).id))])).not.toMatch(
      /Lalbagh|delivery_address/,
    )
    expect(await mails(order)).toEqual(["order_placed"])
    const { receipt } = await desk.one<{ receipt: Receipt }>(
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
    const plenty = await desk.variant(store, { stock: 9 })
    const one = await desk.variant(other, { stock: 1 })
    expect(await problemOf(desk.place(buyer, [plenty, [one, 2]]))).toBe("invalid_state")
    expect(await problemOf(desk.place(buyer, [plenty, 2_000_000_000]))).toBe("invalid_state")
    expect([await desk.stock(plenty), await desk.stock(one)]).toEqual([9, 1])
  })

  test("rejects archived products and products of suspended stores", async () => {
    const closed = await desk.marketplace.store(`Closed ${Math.random()}`, { status: "suspended" })
    const draft = await desk.variant(store)
    await desk.rows(
      "UPDATE product SET status = 'archived' WHERE id = (SELECT product_id FROM product_variant WHERE id = $1)",
      [draft],
    )
    for (const variant of [await desk.variant(closed), draft])
      expect(await problemOf(desk.place(buyer, [variant]))).toBe("invalid_state")
  })

  test("an order of a sandbox reserves stock of its own store, and its events are in test mode", async () => {
    const variant = await desk.sandboxVariant(sandbox, { stock: 2 })
    expect(await problemOf(desk.place(buyer, [[variant, 3]], { world: sandbox }))).toBe("invalid_state")
    const order = await desk.place(buyer, [[variant, 2]], { world: sandbox })
    expect(await desk.stock(variant)).toBe(0)
    await desk.tx((tx) => cancelSellerOrder(tx, staffOrderRef(order.parts[0], sandbox), "Only a test"))
    expect(await desk.stock(variant)).toBe(2)
    const events = [...(await desk.events(order.id)), ...(await desk.events(partOf(order).id))]
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
      const part = partOf(order)
      const before = await partIs(part.id)
      const eventsBefore = (await desk.events(part.id)).length
      const outcome = await problemOf(doing[step](part))
      const after = await partIs(part.id)
      if (ALLOWED[step].includes(status)) {
        expect([step, status, outcome, after.status, (await orderIs(order.id)).status]).toEqual([
          step,
          status,
          "done",
          BECOMES[step],
          BECOMES[step],
        ])
        expect(after.version).toBeGreaterThan(before.version)
        const events = await desk.events(part.id)
        expect(events).toHaveLength(eventsBefore + 1)
        expect(events.at(-1)?.data).toMatchObject({ status: BECOMES[step], version: after.version })
      } else {
        expect([step, status, outcome, after]).toEqual([step, status, "invalid_state", before])
        expect(await desk.events(part.id)).toHaveLength(eventsBefore)
      }
    }
  })

  test("fail with not_found for another store, mode or ID", async () => {
    const { parts } = await orderIn("confirmed")
    const id = publicId("seller_order", partOf({ parts } as PlacedOrder).id)
    for (const ref of [
      { id, storeId: other, world: LIVE_WORLD },
      { id, storeId: store, world: sandbox },
      { id: "so_x", storeId: store, world: LIVE_WORLD },
      { id: "HT-2611-999999-1", storeId: store, world: LIVE_WORLD },
    ]) {
      const ship = ref.world.livemode ? shipSellerOrder : shipInSandbox
      expect(await problemOf(desk.tx((tx) => packSellerOrder(tx, ref)))).toBe("not_found")
      expect(await problemOf(desk.tx((tx) => ship(tx, ref, PARCEL)))).toBe("not_found")
      expect(await problemOf(desk.tx((tx) => refundSellerOrder(tx, ref, all())))).toBe("not_found")
    }
  })

  test("an unpaid order cannot be confirmed, unless it is cash on delivery", async () => {
    const variant = await desk.variant(store)
    const unpaid = await desk.place(buyer, [variant], {
      payment: { method: "upi", status: "pending", reference: null },
    })
    expect(await problemOf(doing.confirm(partOf(unpaid)))).toBe("invalid_state")
    const cash = await desk.place(buyer, [variant], { payment: { method: "cod", status: "pending", reference: null } })
    expect(await problemOf(doing.confirm(partOf(cash)))).toBe("done")
  })
})

describe("money and stock", () => {
  const twoParts = async (more: Parameters<OrderHarness["place"]>[2] = {}) =>
    desk.place(
      buyer,
      [await desk.variant(store, { price: 30_000 }), await desk.variant(other, { price: 60_000 })],
      more,
    )

  test("cancelling a seller order restores its stock, refunds it minus its discount, and keeps the other", async () => {
    const variant = await desk.variant(store, { price: 30_000, stock: 3 })
    const order = await desk.place(buyer, [[variant, 2], await desk.variant(other, { price: 60_000 })], {
      discount: toPaise(12_000),
    })
    expect(await desk.tx((tx) => cancelSellerOrder(tx, staffOrderRef(order.parts[0]), "Out of season"))).toEqual({
      parts: 1,
      refunded: 54_000,
    })
    expect(await desk.stock(variant)).toBe(3)
    expect(await partIs(partOf(order).id)).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_total: 54_000,
    })
    expect(await partIs(partOf(order, 1).id)).toMatchObject({ status: "pending", payment_status: "paid" })
    expect(await orderIs(order.id)).toMatchObject({
      status: "pending",
      payment_status: "partially_refunded",
      refunded_total: 54_000,
    })
    expect((await desk.events(order.id)).map(({ type, data }) => [type, data.refunded_total])).toEqual([
      ["order.created", 0],
      ["order.cancelled", 0],
      ["order.refunded", 54_000],
    ])
    expect(await mails(order)).toEqual(["order_placed", "order_cancelled"])
    expect(await desk.tx((tx) => cancelOrder(tx, order.id, "All of it"))).toEqual({ parts: 1, refunded: 54_000 })
    expect(await orderIs(order.id)).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_total: 108_000,
    })
    expect(await problemOf(desk.tx((tx) => cancelOrder(tx, order.id, "Again")))).toBe("invalid_state")
  })

  test("partial and full refunds never exceed what was paid", async () => {
    const order = await twoParts()
    const [first, second] = [partOf(order), partOf(order, 1)]
    expect(await desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(10_000)))).toBe(10_000)
    expect([(await partIs(first.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "partially_refunded",
      "partially_refunded",
    ])
    for (const amount of [24_901, 0, -1, 2_000_000_000])
      expect(await problemOf(desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(amount))))).toBe(
        "invalid_state",
      )
    expect(await desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all()))).toBe(24_900)
    expect([(await partIs(first.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "refunded",
      "partially_refunded",
    ])
    expect(await problemOf(desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all())))).toBe("invalid_state")
    expect(
      await desk.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 34_900, reason: "The rest" })),
    ).toBe(60_000)
    expect([(await partIs(second.id)).payment_status, (await orderIs(order.id)).payment_status]).toEqual([
      "refunded",
      "refunded",
    ])
    expect(
      await problemOf(desk.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: null, reason: "More" }))),
    ).toBe("invalid_state")
    const events = await desk.events(order.id)
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
      (await desk.events(id))
        .filter(({ type }) => type === "seller.order.updated")
        .map(({ data }) => [data.status, data.payment_status])
    const order = await twoParts()
    const [first, second] = [partOf(order), partOf(order, 1)]
    await desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), some(10_000)))
    expect([await paymentEvents(first.id), await paymentEvents(second.id)]).toEqual([
      [
        ["pending", "paid"],
        ["pending", "partially_refunded"],
      ],
      [["pending", "paid"]],
    ])
    await desk.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 10_000, reason: "The rest" }))
    expect([(await paymentEvents(first.id)).at(-1), (await paymentEvents(second.id)).at(-1)]).toEqual([
      ["pending", "refunded"],
      ["pending", "refunded"],
    ])

    const cash = await twoParts({ payment: { method: "cod", status: "pending", reference: null } })
    for (const part of cash.parts) for (const step of ["confirm", "ship", "deliver"] as const) await doing[step](part)
    for (const part of cash.parts) expect((await paymentEvents(part.id)).at(-1)).toEqual(["delivered", "paid"])
  })

  test("events of a sandbox are in test mode, for its account, at the time of its clock, and contain no address", async () => {
    const order = await desk.place(buyer, [await desk.sandboxVariant(sandbox)], { world: sandbox })
    const part = partOf(order)
    const ref = staffOrderRef(part, sandbox)
    await desk.tx((tx) => confirmSellerOrder(tx, ref))
    await desk.rows("UPDATE world SET clock = clock + interval '3 days' WHERE id = $1", [sandbox.id])
    await desk.tx((tx) => packSellerOrder(tx, ref))
    await desk.tx((tx) => shipInSandbox(tx, ref, PARCEL))
    await desk.tx((tx) => deliverSellerOrder(tx, ref))
    await desk.tx((tx) => refundSellerOrder(tx, ref, all()))
    const events = [...(await desk.events(order.id)), ...(await desk.events(part.id))]
    expect(events).toHaveLength(11)
    for (const { livemode, data, account_id: account, store_id: receiver } of events)
      expect([livemode, data.livemode, "delivery_address" in data, account, receiver]).toEqual([
        ...[false, false, false],
        ...[buyer, null],
      ])
    expect(JSON.stringify(events)).not.toContain("Lalbagh")
    expect(
      await desk.rows(
        `SELECT (e.occurred_at - w.epoch)::text AS after, count(*)::int AS events FROM webhook_event e, world w
         WHERE w.id = $1 AND e.subject_id = ANY ($2::uuid[]) GROUP BY 1 ORDER BY 1`,
        [sandbox.id, [order.id, part.id]],
      ),
    ).toEqual([
      { after: "00:00:00", events: 4 },
      { after: "3 days", events: 7 },
    ])
    expect(
      await desk.one("SELECT shipped_at - placed_at = '3 days' AS late FROM seller_order WHERE id = $1", [part.id]),
    ).toEqual({
      late: true,
    })
  })

  test("a sandbox's order of shared products has parts of shared stores, whose sellers hear nothing", async () => {
    const shared = await desk.one<{ id: number; stock: number }>(
      "SELECT id, stock FROM product_variant WHERE world_id = $1 AND stock > 1 ORDER BY id LIMIT 1",
      [FIXTURE_WORLD_ID],
    )
    const own = await desk.sandboxVariant(sandbox)
    const order = await desk.place(buyer, [shared.id, own], { world: sandbox })
    expect(await desk.stock(shared.id)).toBe(shared.stock)
    const sellerEvents = await Promise.all(order.parts.map(({ id }) => desk.events(id)))
    expect(sellerEvents.map((events) => events.length).sort()).toEqual([0, 2])
    await desk.tx((tx) => cancelOrder(tx, order.id, "Only a test"))
    expect([await desk.stock(shared.id), await desk.stock(own)]).toEqual([shared.stock, 5])
  })

  test("a sandbox sells nothing of the live marketplace or of another sandbox, and the live one nothing of a sandbox", async () => {
    const stranger = await desk.sandbox(await desk.marketplace.account())
    const [live, mine, foreign] = [
      await desk.variant(store),
      await desk.sandboxVariant(sandbox),
      await desk.sandboxVariant(stranger),
    ]
    for (const variant of [live, foreign])
      expect(await problemOf(desk.place(buyer, [variant], { world: sandbox }))).toBe("invalid_state")
    for (const variant of [mine, foreign]) expect(await problemOf(desk.place(buyer, [variant]))).toBe("invalid_state")
    for (const variant of [live, mine, foreign]) expect(await desk.stock(variant)).toBe(5)
  })

  test("the same steps in a sandbox that was filled again give the same ids, numbers and rows", async () => {
    const account = await desk.marketplace.account()
    const world = await desk.sandbox(account)
    const run = async (): Promise<string[]> => {
      const [own] = await desk.rows<{ id: number }>(
        "SELECT v.id FROM product_variant v WHERE v.world_id = $1 AND v.stock > 1 ORDER BY v.id LIMIT 1",
        [world.id],
      )
      const order = await desk.place(account, [own?.id ?? 0], { world })
      await desk.tx((tx) => confirmSellerOrder(tx, staffOrderRef(order.parts[0], world)))
      const texts: string[] = []
      for (const table of ["customer_order", "seller_order", "order_item", "payment", "product_variant"]) {
        const rows = await desk.rows<{ text: string }>(
          `SELECT t::text AS text FROM ${table} t WHERE world_id = $1 ORDER BY t::text`,
          [world.id],
        )
        texts.push(...rows.map(({ text }) => text))
      }
      return texts
    }
    const first = await run()
    const { ordinal, epoch } = await desk.one<{ ordinal: number; epoch: Date }>(
      "SELECT ordinal, epoch FROM world WHERE id = $1",
      [world.id],
    )
    await desk.tx(async (tx) => {
      await emptyWorld(tx, world.id)
      await fillWorld(tx, { id: world.id, ordinal, epoch, accountId: account })
    })
    expect(await run()).toEqual(first)
  })

  test("a refund with an outdated refunded total is rejected", async () => {
    const order = await twoParts()
    expect(await desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(order.parts[0]), some(5_000, 0)))).toBe(5_000)
    expect(await problemOf(desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(order.parts[0]), some(5_000, 0))))).toBe(
      "invalid_state",
    )
    expect(
      await problemOf(desk.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 0, reason: "Twice" }))),
    ).toBe("invalid_state")
    expect(await orderIs(order.id)).toMatchObject({ refunded_total: 5_000 })
  })

  test("cash is paid on the last delivery, without cancelled seller orders", async () => {
    const order = await twoParts({ payment: { method: "cod", status: "pending", reference: null } })
    const [first, second] = [partOf(order), partOf(order, 1)]
    expect(await problemOf(desk.tx((tx) => refundSellerOrder(tx, staffOrderRef(first), all())))).toBe("invalid_state")
    for (const step of ["confirm", "ship", "deliver"] as const) await doing[step](first)
    expect((await orderIs(order.id)).payment_status).toBe("pending")
    const eventsBefore = (await desk.events(first.id)).length
    expect(await desk.tx((tx) => cancelSellerOrder(tx, staffOrderRef(second), "Out of season"))).toEqual({
      parts: 1,
      refunded: 0,
    })
    expect(await desk.one("SELECT status, amount FROM payment WHERE order_id = $1", [order.id])).toEqual({
      status: "paid",
      amount: 34_900,
    })
    expect([
      (await partIs(first.id)).payment_status,
      (await partIs(second.id)).payment_status,
      (await orderIs(order.id)).payment_status,
    ]).toEqual(["paid", "failed", "paid"])
    expect((await desk.events(first.id)).slice(eventsBefore).map(({ data }) => data.payment_status)).toEqual(["paid"])
    expect(await desk.tx((tx) => refundOrder(tx, order.id, { expectedRefundedTotal: 0, reason: "Broken" }))).toBe(
      34_900,
    )
    expect((await orderIs(order.id)).payment_status).toBe("refunded")
  })

  test("an unpaid order that is cancelled completely has the payment status failed", async () => {
    const order = await twoParts({ payment: { method: "card", status: "pending", reference: null } })
    await desk.tx((tx) => cancelOrder(tx, order.id, "Never paid"))
    expect(await desk.one("SELECT status FROM payment WHERE order_id = $1", [order.id])).toEqual({ status: "failed" })
    expect(await orderIs(order.id)).toMatchObject({ status: "cancelled", payment_status: "failed", refunded_total: 0 })
    expect((await desk.events(order.id)).map(({ type }) => type)).toEqual(["order.created", "order.cancelled"])
  })

  test("a delivery records its time, and a rolled-back refund publishes no event", async () => {
    const order = await orderIn("shipped")
    const part = partOf(order)
    await doing.deliver(part)
    const [event] = (await desk.events(part.id)).slice(-1)
    expect(event?.data).toMatchObject({
      status: "delivered",
      shipment: { awb: "PX-1", delivered_at: expect.stringMatching(/Z$/) as string },
    })
    const events = (await desk.events(part.id)).length
    await expect(
      desk.tx(async (tx) => {
        await refundSellerOrder(tx, staffOrderRef(part), all())
        throw new Error("changed my mind")
      }),
    ).rejects.toThrow("changed my mind")
    expect(await desk.events(part.id)).toHaveLength(events)
    expect((await partIs(part.id)).refunded_total).toBe(0)
  })
})

// PostgreSQL runs a CTE that nothing reads last. Without statistics of orders it looks for endpoints first and, where
// there is none, does not read the order for their deliveries.
test("a shipment is told to the buyer, whatever plan is chosen for the event", async () => {
  const order = await orderIn("packed")
  const part = partOf(order)
  await desk.rows(
    `INSERT INTO customer_order (id, number, account_id, status, payment_status, livemode, subtotal, shipping_total, discount_total, tax_total, total,
                                 item_count, placed_at, updated_at)
     SELECT gen_random_uuid(), 'HT-2001-' || (100000 + n), $1, 'delivered', 'paid', true, 0, 0, 0, 0, 0, 1, now(), now() FROM generate_series(1, 5000) n`,
    [buyer],
  )
  await desk.rows("VACUUM customer_order")
  await desk.rows(
    `INSERT INTO webhook_endpoint (id, account_id, url, secret_encrypted, events, livemode, updated_at)
     SELECT gen_random_uuid(), $1, 'https://hooks.example/', 'x', '{order.created}', true, now() FROM generate_series(1, 50)`,
    [buyer],
  )
  await desk.rows("ANALYZE webhook_endpoint")
  await desk.rows("DELETE FROM webhook_endpoint")
  await desk.tx((tx) => shipSellerOrder(tx, { id: publicId("seller_order", part.id), storeId: part.storeId }, PARCEL))
  expect((await desk.events(order.id)).map(({ type }) => type)).toContain("order.shipped")
})
