import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { OrderStatus } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer } from "@/testing/setup/server"
import { Lane } from "@/testing/fixtures/lane"
import { TestMarketplace, type TestKey } from "@/testing/fixtures/marketplace"

let lane: Lane
let customer: string
let owner: string
let seller: TestKey
let store: number

beforeAll(async () => {
  lane = await Lane.lease("fast")
  customer = await lane.marketplace.account()
  owner = await lane.marketplace.account()
  seller = await lane.marketplace.key(owner)
  store = await lane.marketplace.store("Kosi Parcels", { owner })
})
afterAll(() => lane.close())

interface Result {
  id: string
  status?: string
  version?: number
  error?: { code: string; message: string }
}

async function place(count: number, status: OrderStatus = "packed", stores = [store]): Promise<string[]> {
  const numbers: string[] = []
  for (let order = 0; order < count; order++) {
    const { sellerOrders } = await lane.marketplace.order({ account: customer, stores, status })
    numbers.push(...sellerOrders.map(({ number }) => number))
  }
  return numbers
}
function parcels(ids: readonly string[]) {
  return ids.map((id, index) => ({ id, courier_name: "Pavan Express", awb: `PX-${index}` }))
}
function send(
  ids: readonly string[],
  { key = seller, idempotencyKey }: { key?: TestKey; idempotencyKey?: string } = {},
) {
  return lane.request("/v1/seller/shipments", {
    key,
    method: "POST",
    json: { shipments: parcels(ids) },
    headers: idempotencyKey ? { "idempotency-key": idempotencyKey } : {},
  })
}
function resultsOf(response: Awaited<ReturnType<typeof send>>) {
  return response.json.data as unknown as Result[]
}
async function count(from: string, values: unknown[], { marketplace } = lane): Promise<number> {
  const [row] = await marketplace.rows<{ count: string }>(`SELECT count(*) FROM ${from}`, values)
  return Number(row?.count)
}
function shipmentsOf(numbers: readonly string[]) {
  return count("shipment h JOIN seller_order p ON p.id = h.seller_order_id WHERE p.number = ANY ($1)", [numbers])
}

test("one order that cannot be shipped does not keep 99 others back", async () => {
  const [pending = ""] = await place(1, "pending")
  const numbers = await place(99)
  const ids = [...numbers.slice(0, 40), pending, ...numbers.slice(40)]
  const began = performance.now()
  const response = await send(ids)
  process.stdout.write(`100 shipments took ${Math.round(performance.now() - began)} ms\n`)
  expect(response.status).toBe(200)
  expect(resultsOf(response)).toEqual(
    ids.map((id) =>
      id === pending
        ? {
            id,
            error: {
              code: "invalid_state",
              message: "This order is pending; only a confirmed or packed one can be shipped.",
            },
          }
        : { id, status: "shipped", version: 2 },
    ),
  )
  expect(response.json.meta).toEqual({ shipped: 99, failed: 1 })
  expect(await shipmentsOf(ids)).toBe(99)
  expect(
    await count(
      "webhook_event e JOIN customer_order o ON o.id = e.subject_id WHERE e.type = 'order.shipped' AND o.number || '-1' = ANY ($1)",
      [ids],
    ),
  ).toBe(99)
})

test("orders of other stores and unknown orders are not found, and one that is named twice is shipped once", async () => {
  const other = await lane.marketplace.store("Other Parcels", { owner: await lane.marketplace.account() })
  const [theirs = ""] = await place(1, "packed", [other])
  const [own = ""] = await place(1)
  const [row] = await lane.marketplace.rows<{ id: string }>("SELECT id FROM seller_order WHERE number = $1", [own])
  const ids = [theirs, "HT-2611-999999-1", "\0", publicId("seller_order", row?.id ?? ""), own, own]
  const results = resultsOf(await send(ids))
  expect(results.map(({ id, status, error }) => [id, status ?? error?.code])).toEqual(
    ids.map((id, index) => [id, index < 3 ? "not_found" : index === 3 ? "shipped" : "invalid_state"]),
  )
  expect(await shipmentsOf([theirs, own])).toBe(1)
  const [shipment] = await lane.marketplace.rows<{ awb: string }>(
    "SELECT awb FROM shipment WHERE seller_order_id = $1",
    [row?.id],
  )
  expect(shipment?.awb).toBe("PX-3")
})

test("two stores that ship their parts of the same orders concurrently do not block each other", async () => {
  const second = await lane.marketplace.account()
  const keys = [seller, await lane.marketplace.key(second)]
  const numbers = await place(10, "packed", [store, await lane.marketplace.store("Bagmati Parcels", { owner: second })])
  const parts = [1, 2].map((position) => numbers.filter((number) => number.endsWith(`-${position}`)))
  // While the fifth order is locked, each holds those that it locked before.
  const holder = await lane.marketplace.db.connect()
  await holder.query("BEGIN")
  await holder.query("SELECT FROM customer_order WHERE number || '-1' = $1 FOR UPDATE", [parts[0]?.[4]])
  const sent = parts.map((ids, index) => send(index === 0 ? ids : ids.reverse(), { key: keys[index] ?? seller }))
  const waiting = "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
  await expect.poll(() => count(waiting, [])).toBeGreaterThanOrEqual(2)
  await holder.query("ROLLBACK")
  holder.release()
  const responses = await Promise.all(sent)
  expect(responses.map(({ json }) => json.meta)).toEqual(parts.map(() => ({ shipped: 10, failed: 0 })))
  const unfinished =
    "customer_order o JOIN seller_order p ON p.order_id = o.id WHERE p.number = ANY ($1) AND o.status <> 'shipped'"
  expect(await count(unfinished, [numbers])).toBe(0)
})

test("an Idempotency-Key returns the same results again, and belongs to one body", async () => {
  const ids = [...(await place(12)), ...(await place(1, "cancelled"))]
  const first = await send(ids, { idempotencyKey: "truck-7" })
  expect(first.headers.get("idempotent-replayed")).toBeNull()
  const second = await send(ids, { idempotencyKey: "truck-7" })
  expect([second.text, second.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
  const other = await send(ids.slice(1), { idempotencyKey: "truck-7" })
  expect([other.status, other.json.error.code]).toEqual([422, "idempotency_key_reused"])
})

test("concurrent requests with one Idempotency-Key ship each order once", async () => {
  const ids = await place(30)
  const statuses = (await Promise.all([1, 2, 3].map(() => send(ids, { idempotencyKey: "truck-8" })))).map(
    ({ status }) => status,
  )
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  const last = await send(ids, { idempotencyKey: "truck-8" })
  expect(resultsOf(last).map(({ version }) => version)).toEqual(ids.map(() => 2))
  expect(await shipmentsOf(ids)).toBe(30)
})

test("ten shipments count as one request, and nothing is shipped beyond the limit", async () => {
  const key = await lane.marketplace.key(owner, { rateLimit: 10 })
  const ids = await place(66)
  const first = await send(ids.slice(0, 25), { key })
  expect([first.status, first.headers.get("x-ratelimit-remaining")]).toEqual([200, "7"])
  const second = await send(ids.slice(25, 65), { key })
  expect([second.status, second.headers.get("x-ratelimit-remaining")]).toEqual([200, "3"])
  const refused = await send([...ids.slice(65), ...ids.slice(0, 40)], { key })
  expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"])
  expect(await shipmentsOf(ids.slice(65))).toBe(0)
})

test("an invalid parcel is named, and does not keep the others back", async () => {
  const ids = await place(2)
  const [good, bad] = parcels(ids)
  const { status, json } = await lane.request("/v1/seller/shipments", {
    key: seller,
    method: "POST",
    json: {
      shipments: [{ ...bad, awb: "has blanks" }, good, "nothing", { courier_name: "Pavan Express", awb: "PX-1" }],
    },
  })
  expect(status).toBe(200)
  const results = json.data as unknown as (Result & { error?: { details?: { param: string; code: string }[] } })[]
  expect(results.map(({ id, status: shipped, error }) => [id, shipped ?? error?.details?.[0]?.param])).toEqual([
    [ids[1], "awb"],
    [ids[0], "shipped"],
    [null, ""],
    [null, "id"],
  ])
  expect(await shipmentsOf(ids)).toBe(1)
  for (const tooMany of [[], Array.from({ length: 101 }, () => ids[0] ?? "")])
    expect((await send(tooMany)).json.error.details[0]?.param).toBe("shipments")
})

test("a test key ships the orders of its sandbox only", async () => {
  const key = await lane.marketplace.key(owner, { mode: "test" })
  const [live = ""] = await place(1)
  const packed = (await lane.request("/v1/seller/orders?status=packed", { key })).json.data.map((order) =>
    String(order.number),
  )
  expect(packed.length).toBeGreaterThan(0)
  const results = resultsOf(await send([...packed, live], { key }))
  expect(results.map(({ status, error }) => status ?? error?.code)).toEqual([
    ...packed.map(() => "shipped"),
    "not_found",
  ])
  expect(await shipmentsOf([live])).toBe(0)
})

test("a request that was killed halfway is finished by its repetition", async () => {
  const database: TestDatabase = await emptyTestDatabase()
  const marketplace = new TestMarketplace(database.url)
  try {
    const account = await marketplace.account()
    const storeOwner = await marketplace.account()
    const key = await marketplace.key(storeOwner)
    const stores = [await marketplace.store("Koshi Parcels", { owner: storeOwner })]
    const ids: string[] = []
    for (let order = 0; order < 100; order++) {
      const { sellerOrders } = await marketplace.order({ account, stores, status: order === 70 ? "pending" : "packed" })
      ids.push(sellerOrders[0]?.number ?? "")
    }
    const ship = (url: string) =>
      fetch(`${url}/v1/seller/shipments`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key.secret}`,
          "content-type": "application/json",
          "idempotency-key": "truck-9",
        },
        body: JSON.stringify({ shipments: parcels(ids) }),
      })
    // Whenever it is killed, it waits for these.
    const holder = await marketplace.db.connect()
    await holder.query("BEGIN")
    await holder.query("SELECT FROM seller_order WHERE number = ANY ($1) FOR UPDATE", [ids.slice(-10)])
    const shipped = async () =>
      Number((await marketplace.rows<{ count: string }>("SELECT count(*) FROM shipment"))[0]?.count)
    const first = await startServer({ lane: "fast", databaseUrl: database.url })
    const interrupted = ship(first.url).then(
      () => "answered",
      () => "cut",
    )
    while ((await shipped()) < 40) await sleep(1)
    await first.kill()
    expect(await interrupted).toBe("cut")
    await holder.query("ROLLBACK")
    holder.release()
    const before = await shipped()
    expect(before).toBeLessThan(99)
    const second = await startServer({ lane: "fast", databaseUrl: database.url })
    try {
      // While PostgreSQL has not ended the killed server's transactions, the key is in progress (409).
      const repeat = async () => {
        const response = await ship(second.url)
        return { status: response.status, ...((await response.json()) as { data: Result[]; meta: object }) }
      }
      let repeated = await repeat()
      for (let tries = 0; repeated.status === 409 && tries < 60; tries++) {
        await sleep(500)
        repeated = await repeat()
      }
      expect(repeated.status).toBe(200)
      expect(repeated.meta).toEqual({ shipped: 99, failed: 1 })
      expect(repeated.data.map(({ version, error }) => version ?? error?.code)).toEqual(
        ids.map((_, index) => (index === 70 ? "invalid_state" : 2)),
      )
      expect(await shipped()).toBe(99)
      const events = await marketplace.rows("SELECT FROM webhook_event WHERE type = 'order.shipped'")
      expect(events).toHaveLength(99)
    } finally {
      await second.kill()
    }
  } finally {
    await marketplace.close()
    await database.drop()
  }
})
