import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { toPaise } from "@/domain/money"
import { isProblem, Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { LIVE_WORLD, type World } from "@/domain/world"
import { cancelOrder, cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import type { PlacedOrder } from "@/orders/place-order"
import { refundOrder, refundSellerOrder } from "@/orders/refund"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import { shipSellerOrders } from "@/orders/ship-seller-orders"
import type { Queryable } from "@/platform/db/query"
import type { Sandbox } from "@/sandbox/open-sandbox"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"

let harness: OrderHarness
let buyer: string
let stores: number[]
let sandbox: Sandbox

beforeAll(async () => {
  harness = await OrderHarness.open()
  buyer = await harness.marketplace.account()
  stores = [await harness.marketplace.store("Mithila Haat"), await harness.marketplace.store("Kosi Bazaar")]
  sandbox = await harness.sandbox(buyer)
})
afterAll(() => harness.close())

const STOCK = 6

type Step =
  | { do: "place"; quantities: number[]; livemode: boolean; cash: boolean; discount: number }
  | {
      do:
        | "confirm"
        | "pack"
        | "ship"
        | "ship_all"
        | "deliver"
        | "cancel"
        | "cancel_order"
        | "refund_all"
        | "refund_order"
      order: number
      part: number
    }
  | { do: "refund"; order: number; part: number; amount: number }

const where = { order: fc.nat({ max: 4 }), part: fc.nat({ max: 1 }) }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      quantities: fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 })
        .filter((each) => each.some((quantity) => quantity > 0)),
      livemode: fc.boolean(),
      cash: fc.boolean(),
      discount: fc.nat({ max: 10_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "confirm" as const,
        "pack" as const,
        "ship" as const,
        "ship_all" as const,
        "deliver" as const,
        "cancel" as const,
        "cancel_order" as const,
        "refund_all" as const,
        "refund_order" as const,
      ),
      ...where,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("refund" as const), amount: fc.integer({ min: 1, max: 40_000 }), ...where }),
  },
)

/** The variants for sale in a world. */
interface Shelf {
  world: World
  variants: readonly number[]
}

interface PlacedInWorld extends PlacedOrder {
  world: World
}

async function take(taken: Step, shelves: Record<"live" | "sandbox", Shelf>, orders: PlacedInWorld[]): Promise<void> {
  if (taken.do === "place") {
    const { world, variants } = taken.livemode ? shelves.live : shelves.sandbox
    const lines = variants
      .map((variant, i) => [variant, taken.quantities[i] ?? 0] as const)
      .filter(([, quantity]) => quantity > 0)
    const payment = taken.cash
      ? ({ method: "cod", status: "pending", reference: null } as const)
      : ({ method: "upi", status: "paid", reference: "1" } as const)
    const placed = await harness.place(buyer, lines, { world, payment, discount: toPaise(taken.discount) })
    orders.push({ ...placed, world })
    return
  }
  const order = orders[taken.order % Math.max(1, orders.length)]
  const sellerOrder = order?.sellerOrders[taken.part % order.sellerOrders.length]
  if (!order || !sellerOrder) return
  const { world } = order
  const ref = staffOrderRef(sellerOrder, world)
  const all = { expectedRefundedTotal: null, reason: "Broken" }
  await harness.tx((tx): Promise<unknown> => {
    switch (taken.do) {
      case "confirm":
        return confirmSellerOrder(tx, ref)
      case "pack":
        return packSellerOrder(tx, ref)
      case "ship":
        return shipSellerOrder(
          tx,
          { id: publicId("seller_order", sellerOrder.id), storeId: sellerOrder.storeId, world },
          { courier_name: "Pavan Express", awb: "PX-1" },
        )
      case "ship_all":
        return shipAll(tx, sellerOrder.storeId, order, orders)
      case "deliver":
        return deliverSellerOrder(tx, ref)
      case "cancel":
        return cancelSellerOrder(tx, ref, "Late")
      case "cancel_order":
        return cancelOrder(tx, order.id, "Late")
      case "refund_all":
        return refundSellerOrder(tx, ref, { amount: null, ...all })
      case "refund_order":
        return refundOrder(tx, order.id, all)
      case "refund":
        return refundSellerOrder(tx, ref, { amount: taken.amount, ...all })
    }
  })
}

/** Ships the store's part of a sandbox order, or of all live orders, in another sequence each time. */
async function shipAll(
  tx: Queryable,
  storeId: number,
  { id, world }: PlacedInWorld,
  orders: readonly PlacedInWorld[],
): Promise<void> {
  const first = orders.findIndex((order) => order.id === id)
  const shipments = [...orders.slice(first), ...orders.slice(0, first)]
    .filter((order) => order.world === world && (world.livemode || order.id === id))
    .flatMap(({ sellerOrders }) => sellerOrders.filter((part) => part.storeId === storeId))
    .map((part) => ({ id: publicId("seller_order", part.id), courier_name: "Pavan Express", awb: "PX-1" }))
  const outcomes = await shipSellerOrders(tx, { world, storeId }, shipments)
  expect(outcomes).toHaveLength(shipments.length)
  for (const outcome of outcomes) if (isProblem(outcome)) orRefused(outcome)
}

function orRefused(error: unknown): void {
  if (!(error instanceof Problem && error.code === "invalid_state")) throw error
}

// Invariants of all data; each query finds violations.
const BROKEN = {
  "an order whose refunds exceed its payment or differ from its refunded total": `
    SELECT o.number FROM customer_order o
    LEFT JOIN (SELECT order_id, sum(amount) AS amount FROM payment WHERE status = 'paid' GROUP BY 1) m ON m.order_id = o.id
    LEFT JOIN (SELECT order_id, sum(amount) AS amount FROM refund GROUP BY 1) r ON r.order_id = o.id
    WHERE coalesce(r.amount, 0) > coalesce(m.amount, 0) OR o.refunded_total <> coalesce(r.amount, 0)`,
  "a seller order whose refunds exceed its total or differ from its refunded total": `
    SELECT p.number FROM seller_order p LEFT JOIN (SELECT seller_order_id, sum(amount) AS amount FROM refund GROUP BY 1) r ON r.seller_order_id = p.id
    WHERE p.refunded_total <> coalesce(r.amount, 0) OR coalesce(r.amount, 0) > p.total - p.discount_share`,
  "a seller order with a wrong payment status": `
    SELECT p.number FROM seller_order p JOIN payment m ON m.order_id = p.order_id
    WHERE p.payment_status IS DISTINCT FROM CASE
      WHEN m.status <> 'paid' OR (m.method = 'cod' AND p.status = 'cancelled') THEN CASE WHEN p.status = 'cancelled' OR m.status = 'failed' THEN 'failed' ELSE 'pending' END
      WHEN p.refunded_total = 0 THEN 'paid' WHEN p.refunded_total = p.total - p.discount_share THEN 'refunded' ELSE 'partially_refunded' END`,
  "a seller order that does not say how it is paid": `
    SELECT p.number FROM seller_order p JOIN payment m ON m.order_id = p.order_id WHERE p.cash_on_delivery <> (m.method = 'cod')`,
  "an order with a wrong payment status": `
    SELECT o.number FROM customer_order o JOIN payment m ON m.order_id = o.id
    WHERE o.payment_status IS DISTINCT FROM CASE
      WHEN m.status <> 'paid' THEN m.status
      WHEN o.refunded_total = 0 THEN 'paid' WHEN o.refunded_total = m.amount THEN 'refunded' ELSE 'partially_refunded' END`,
  "a cancelled seller order that is not fully refunded":
    "SELECT number FROM seller_order WHERE status = 'cancelled' AND payment_status IN ('paid', 'partially_refunded') AND total > discount_share",
  "an order without the status of its least advanced seller order": `
    SELECT o.number FROM customer_order o
    WHERE o.status <> (SELECT p.status FROM seller_order p WHERE p.order_id = o.id ORDER BY order_status_rank(p.status) LIMIT 1)`,
  "an event version that is repeated or out of order": `
    SELECT id::text FROM (SELECT subject_id AS id, (data->>'version')::int AS version, lag((data->>'version')::int) OVER (PARTITION BY subject_id, type ORDER BY id) AS before FROM webhook_event) e
    WHERE version <= before`,
  "a last event that differs from the current seller order": `
    SELECT p.number FROM seller_order p
    JOIN LATERAL (SELECT data FROM webhook_event e WHERE e.subject_id = p.id ORDER BY e.id DESC LIMIT 1) e ON true
    WHERE (e.data->>'version')::int <> p.version OR e.data->>'status' <> p.status OR e.data->>'payment_status' <> p.payment_status`,
  "an event with a delivery address, or with another mode than its order":
    "SELECT id::text FROM webhook_event WHERE data::jsonb ? 'delivery_address' OR data::text LIKE '%Lalbagh%' OR (data->>'livemode')::boolean <> livemode",
} as const

async function expectWhole(variants: readonly number[]): Promise<void> {
  for (const [what, statement] of Object.entries(BROKEN))
    expect([what, await harness.rows(statement)]).toEqual([what, []])
  const held = await harness.rows<{ id: number; all: number }>(
    `SELECT v.id, v.stock + coalesce((SELECT sum(i.quantity) FROM order_item i JOIN seller_order p ON p.id = i.seller_order_id
                                      WHERE i.variant_id = v.id AND p.status <> 'cancelled'), 0)::int AS all
     FROM product_variant v WHERE v.id = ANY ($1::int[])`,
    [variants],
  )
  for (const { all } of held) expect(all).toBe(STOCK)
}

async function newShelves(): Promise<Record<"live" | "sandbox", Shelf>> {
  const goods = { stock: STOCK, price: 12_345 }
  return {
    live: {
      world: LIVE_WORLD,
      variants: await Promise.all([0, 0, 1].map((place) => harness.variant(stores[place] ?? 0, goods))),
    },
    sandbox: {
      world: sandbox,
      variants: await Promise.all([1, 2, 3].map(() => harness.sandboxVariant(sandbox, goods))),
    },
  }
}

function expectAllWhole({ live, sandbox: { variants } }: Record<"live" | "sandbox", Shelf>): Promise<void> {
  return expectWhole([...live.variants, ...variants])
}

test("money and stock add up after any sequence of steps", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const shelves = await newShelves()
      const orders: PlacedInWorld[] = []
      for (const taken of steps) await take(taken, shelves, orders).catch(orRefused)
      await expectAllWhole(shelves)
    }),
    { numRuns: 40 },
  )
})

test("money and stock add up after any concurrent steps", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      const shelves = await newShelves()
      const orders: PlacedInWorld[] = []
      for (const taken of steps.filter((each) => each.do === "place"))
        await take(taken, shelves, orders).catch(orRefused)
      await Promise.all(steps.map((taken) => take(taken, shelves, orders).catch(orRefused)))
      await expectAllWhole(shelves)
    }),
    { numRuns: 25 },
  )
})
