import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OrderStatus } from "@/domain/order-status"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

interface OrderEvent {
  type: string
  account_id: string | null
  data: Record<string, unknown> & {
    status: string
    version: number
    refunded_total: number
    parts: { status: string; refunded_total: number }[]
  }
}

// What the account that placed an order hears of it.
describe.each(LANES)("events of an order for its buyer, on the %s lane", (name) => {
  let lane: Lane
  let customer: string
  let customerKey: TestKey
  let sellers: [TestKey, TestKey]
  let stores: [number, number]

  beforeAll(async () => {
    lane = await Lane.lease(name, { WEBHOOK_LOOPBACK: "1" })
    const { marketplace } = lane
    customer = await marketplace.account({ name: "Asha Jha" })
    customerKey = await marketplace.key(customer)
    const owners = [await marketplace.account(), await marketplace.account()] as const
    sellers = [await marketplace.key(owners[0]), await marketplace.key(owners[1])]
    stores = [
      await marketplace.store("Mithila Haat", { owner: owners[0] }),
      await marketplace.store("Kosi Bazaar", { owner: owners[1] }),
    ]
  })
  afterAll(() => lane.close())

  const place = async (status: OrderStatus) => {
    const { id, number, sellerOrders } = await lane.marketplace.order({ account: customer, stores, status })
    const [first = "", second = ""] = sellerOrders.map((sellerOrder) => `so_${sellerOrder.id}`)
    return { id, number, first, second }
  }
  const eventsOf = (orderId: string): Promise<OrderEvent[]> =>
    lane.marketplace.rows<OrderEvent>(
      "SELECT type, account_id, data FROM webhook_event WHERE subject_id = $1 ORDER BY created_at, id",
      [orderId],
    )
  /** The order as its buyer reads it, without the address, which no event has. */
  const read = async (number: string): Promise<Record<string, unknown>> => {
    const { delivery_address: _address, ...order } = (await lane.request(`/v1/orders/${number}`, { key: customerKey }))
      .json.data
    return order
  }

  test("order.shipped carries the order as the API returns it, once for each part", async () => {
    const { id, number, first, second } = await place("packed")
    expect((await lane.ship(first, { key: sellers[0] })).status).toBe(200)
    const [shipped, ...none] = await eventsOf(id)
    expect(none).toEqual([])
    expect([shipped?.type, shipped?.account_id, shipped?.data]).toEqual(["order.shipped", customer, await read(number)])
    expect(shipped?.data).toMatchObject({
      id: `ord_${id}`,
      status: "packed",
      parts: [
        { status: "shipped", shipment: { awb: "PX-1" } },
        { status: "packed", shipment: null },
      ],
    })
    expect((await lane.ship(first, { key: sellers[0] })).status).toBe(409)
    expect((await lane.ship(first, { key: sellers[1] })).status).toBe(404)
    expect((await lane.ship("so_nothing", { key: sellers[0] })).status).toBe(404)
    expect(await eventsOf(id)).toHaveLength(1)

    const headers = { "idempotency-key": `ship-${second}` }
    expect((await lane.ship(second, { key: sellers[1], headers })).status).toBe(200)
    expect((await lane.ship(second, { key: sellers[1], headers })).headers.get("idempotent-replayed")).toBe("true")
    const events = await eventsOf(id)
    expect(events.map(({ type, data }) => [type, data.status])).toEqual([
      ["order.shipped", "packed"],
      ["order.shipped", "shipped"],
    ])
    expect(events[1]?.data).toEqual(await read(number))
  })

  test("publishes order.shipped for a shipment with If-Match, and nothing for one that fails", async () => {
    const { id, first } = await place("confirmed")
    expect((await lane.ship(first, { key: sellers[0], headers: { "if-match": '"7"' } })).status).toBe(412)
    expect(await eventsOf(id)).toEqual([])
    expect((await lane.ship(first, { key: sellers[0], headers: { "if-match": '"1"' } })).status).toBe(200)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["order.shipped"])
  })

  test("publishes order.cancelled for a part and for the whole order, before the refund", async () => {
    const { id, number, first, second } = await place("packed")
    const cancel = (sellerOrder: string, key: TestKey) =>
      lane.request(`/v1/seller/orders/${sellerOrder}/cancel`, { method: "POST", key })
    expect((await cancel(first, sellers[0])).status).toBe(200)
    expect((await cancel(second, sellers[1])).status).toBe(200)
    expect((await cancel(second, sellers[1])).status).toBe(409)
    const events = await eventsOf(id)
    expect(
      events.map(({ type, data }) => [type, data.status, data.parts.map((sellerOrder) => sellerOrder.status)]),
    ).toEqual([
      ["order.cancelled", "packed", ["cancelled", "packed"]],
      ["order.refunded", "packed", ["cancelled", "packed"]],
      ["order.cancelled", "cancelled", ["cancelled", "cancelled"]],
      ["order.refunded", "cancelled", ["cancelled", "cancelled"]],
    ])
    const [, firstRefund, , secondRefund] = events.map(({ data }) => data)
    expect(firstRefund?.parts.map((part) => part.refunded_total)).toEqual([firstRefund?.refunded_total, 0])
    const amounts = secondRefund?.parts.map((part) => part.refunded_total) ?? []
    expect(amounts).toEqual([firstRefund?.refunded_total, expect.any(Number)])
    expect(Math.min(...amounts)).toBeGreaterThan(0)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(secondRefund?.refunded_total)
    const versions = events.map(({ data }) => data.version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect(events[3]?.data).toEqual(await read(number))
  })

  test("publishes concurrent shipments of two parts one after the other", async () => {
    for (let round = 0; round < 10; round++) {
      const { id, number, first, second } = await place("confirmed")
      const responses = await Promise.all([
        retryRequestOnStall(() => lane.ship(first, { key: sellers[0] })),
        retryRequestOnStall(() => lane.ship(second, { key: sellers[1] })),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      const [earlier, later] = await eventsOf(id)
      expect([earlier?.data.status, later?.data.status]).toEqual(["confirmed", "shipped"])
      expect(later?.data.version).toBeGreaterThan(earlier?.data.version ?? 0)
      expect(later?.data).toEqual(await read(number))
    }
  })

  test("an endpoint of the buyer gets the deliveries, and one of the store does not", async () => {
    const types = ["order.shipped", "order.delivered", "order.cancelled"]
    const [own, theirs] = [customerKey, sellers[0]]
    const ids: unknown[] = []
    for (const [index, key] of [own, theirs].entries()) {
      const created = await lane.request("/v1/webhook-endpoints", {
        method: "POST",
        key,
        json: { url: `http://127.0.0.1:9/${index}`, events: types },
      })
      expect([created.status, created.json.data.events]).toEqual([201, types])
      ids.push(created.json.data.id)
    }
    const { first } = await place("packed")
    expect((await lane.ship(first, { key: sellers[0] })).status).toBe(200)
    const rows = await lane.marketplace.rows<{ endpoint: string; event_type: string }>(
      "SELECT 'we_' || endpoint_id AS endpoint, event_type FROM webhook_delivery WHERE 'we_' || endpoint_id = ANY ($1)",
      [ids],
    )
    expect(rows).toEqual([{ endpoint: ids[0], event_type: "order.shipped" }])
  })
})
