import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OrderStatus } from "@/domain/order-status"
import { SELLER_ORDER_SORTS } from "@/domain/seller-order-sort"
import { DAY_MS } from "@/domain/time-units"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

const FROM = Date.parse("2026-05-01T00:00:00.000Z")
/** The time of a number of days and milliseconds after the first one. */
function at(days: number, ms = 0): string {
  return new Date(FROM + days * DAY_MS + ms).toISOString()
}

// Each order by the days of its times: its place in one sort tells nothing about that in another.
const ORDERS: readonly { status: OrderStatus; placed: number; updated: number; ship: number }[] = [
  { status: "pending", placed: 1, updated: 9, ship: 14 },
  { status: "packed", placed: 2, updated: 6, ship: 11 },
  { status: "packed", placed: 3, updated: 8, ship: 13 },
  { status: "shipped", placed: 4, updated: 5, ship: 15 },
  { status: "delivered", placed: 5, updated: 7, ship: 12 },
]

describe.each(LANES)("the list of a store's orders, on the %s lane", (name) => {
  let lane: Lane
  let seller: TestKey
  let numbers: string[]

  beforeAll(async () => {
    lane = await Lane.lease(name)
    const { marketplace } = lane
    const owner = await marketplace.account()
    seller = await marketplace.key(owner)
    const store = await marketplace.store("Mithila Haat", { owner })
    const customer = await marketplace.account()
    numbers = []
    for (const { status, placed, updated, ship } of ORDERS) {
      const { sellerOrders } = await marketplace.order({ account: customer, stores: [store], status })
      const number = sellerOrders[0]?.number ?? ""
      await marketplace.rows(
        "UPDATE seller_order SET placed_at = $2, updated_at = $3, ship_by = $4 WHERE number = $1",
        [number, at(placed), at(updated), at(ship)],
      )
      numbers.push(number)
    }
    // Those of another store are never listed.
    const other = await marketplace.store("Kosi Bazaar")
    await marketplace.order({ account: customer, stores: [other] })
  })
  afterAll(() => lane.close())

  const list = (query: Record<string, string>) =>
    lane.request(`/v1/seller/orders?${new URLSearchParams(query)}`, { key: seller })
  /** The listed orders by their place in ORDERS. */
  const found = async (query: Record<string, string>): Promise<number[]> => {
    const { status, json } = await list(query)
    expect(status).toBe(200)
    expect(json.meta.total).toBeGreaterThanOrEqual(json.data.length)
    return json.data.map(({ number }) => numbers.indexOf(String(number)))
  }

  test("is sorted by each time in both directions, and newest first without a sort", async () => {
    for (const [column, order] of [
      ["placed_at", [0, 1, 2, 3, 4]],
      ["updated_at", [3, 1, 4, 2, 0]],
      ["ship_by", [1, 4, 2, 0, 3]],
    ] as const) {
      expect([column, await found({ sort: column })]).toEqual([column, order])
      expect([column, await found({ sort: `-${column}` })]).toEqual([column, order.toReversed()])
    }
    expect(await found({})).toEqual([4, 3, 2, 1, 0])
  })

  test("shows each order's times", async () => {
    const { json } = await list({ sort: "placed_at" })
    expect(json.data[1]).toMatchObject({ placed_at: at(2), updated_at: at(6), ship_by: at(11) })
  })

  test("is filtered by each time, including that time itself, in any offset", async () => {
    expect(await found({ placed_after: at(3) })).toEqual([4, 3, 2])
    expect(await found({ placed_after: at(3, 1) })).toEqual([4, 3])
    expect(await found({ placed_after: "2026-05-04T05:30:00+05:30" })).toEqual([4, 3, 2])
    expect(await found({ updated_after: at(8), sort: "updated_at" })).toEqual([2, 0])
    expect(await found({ updated_after: at(8, 1) })).toEqual([0])
    expect(await found({ ship_by_before: at(12), sort: "ship_by" })).toEqual([1, 4])
    expect(await found({ ship_by_before: at(12, -1) })).toEqual([1])
    expect(await found({ updated_after: at(10) })).toEqual([])
  })

  test("combines its filters, and counts what they find", async () => {
    const query = {
      status: "packed",
      placed_after: at(1),
      updated_after: at(6),
      ship_by_before: at(13),
      sort: "ship_by",
    }
    expect(await found(query)).toEqual([1, 2])
    expect((await list(query)).json.meta.total).toBe(2)
    expect(await found({ ...query, updated_after: at(7) })).toEqual([2])
    expect(await found({ status: "delivered", ship_by_before: at(11) })).toEqual([])
  })

  test.each(SELLER_ORDER_SORTS)(
    "its pages by %s have each order once, though all have the same times",
    async (sort) => {
      const { marketplace } = lane
      const owner = await marketplace.account()
      const key = await marketplace.key(owner)
      const store = await marketplace.store(`Same times ${sort.replace("-", "reversed ")}`, { owner })
      for (let i = 0; i < 7; i++) await marketplace.order({ account: owner, stores: [store] })
      await marketplace.rows(
        "UPDATE seller_order SET placed_at = $2, updated_at = $2, ship_by = $2 WHERE store_id = $1",
        [store, at(1)],
      )
      const ids: unknown[] = []
      let path: string | null = `/v1/seller/orders?sort=${sort}&per_page=3&updated_after=${at(1)}`
      for (let page = 1; path !== null; page++) {
        const { json } = await lane.request(path, { key })
        expect(json.meta).toEqual({ page, per_page: 3, total: 7, last_page: 3 })
        ids.push(...json.data.map(({ id }) => id))
        path = json.links.next && json.links.next.slice(new URL(json.links.next).origin.length)
      }
      expect(ids).toEqual([...new Set(ids)])
      const sorted = ids.toSorted()
      expect(ids).toEqual(sort.startsWith("-") ? sorted.toReversed() : sorted)
    },
  )

  test("a change puts an order where a program that follows updated_at finds it", async () => {
    const newest = at(9)
    expect(await found({ sort: "updated_at", updated_after: newest })).toEqual([0])
    const started = new Date().toISOString()
    const { json } = await lane.request(`/v1/seller/orders/${numbers[1]}/refund`, {
      method: "POST",
      key: seller,
      json: { amount: 1 },
    })
    expect(String(json.data.updated_at) >= started).toBe(true)
    expect(await found({ sort: "updated_at", updated_after: newest })).toEqual([0, 1])
  })

  test.each([
    ["placed_after", "yesterday"],
    ["placed_after", "2026-05-01"],
    ["placed_after", "2026-05-01T10:00:00"],
    ["updated_after", "2026-02-30T10:00:00Z"],
    ["updated_after", "1777629600"],
    ["ship_by_before", ""],
    ["sort", "number"],
    ["sort", "+placed_at"],
    ["sort", ""],
  ])("%s=%s is refused", async (param, value) => {
    const { status, json } = await list({ [param]: value })
    expect([status, json.error.details.map((detail) => detail.param)]).toEqual([422, [param]])
  })

  test.each(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999+00:00", "0000-01-01T00:00:00Z"])(
    "%s is a time like any other",
    async (time) => {
      const after = await found({ placed_after: time })
      expect(after).toHaveLength(time.startsWith("9") ? 0 : 5)
      expect(await found({ ship_by_before: time })).toHaveLength(time.startsWith("9") ? 5 : 0)
    },
  )
})
