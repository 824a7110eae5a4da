import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer } from "@/testing/setup/server"
import { LANES } from "@/testing/fixtures/lane"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"

// How a server behaves when it is stopped, killed, or loses its database.

let database: TestDatabase
let marketplace: TestMarketplace
let owner: string
let store: number

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  owner = await marketplace.account()
  store = await marketplace.store("Mithila Haat", { owner })
})
afterAll(async () => {
  await marketplace.close()
  await database.drop()
})

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
      await sleep(20)
    } catch {
      return
    }
  }
}

describe.each(LANES)("stopped with SIGTERM, on the %s lane", (lane) => {
  test("flushes the log of every request on shutdown", async () => {
    const server = await startServer({ lane, databaseUrl: database.url })
    const key = await marketplace.key(owner)
    const headers = { authorization: `Bearer ${key.secret}` }
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await fetch(`${server.url}/v1/me`, { headers })).status),
    )
    expect(statuses.every((status) => status === 200)).toBe(true)
    process.kill(server.pid, "SIGTERM")
    await gone(server.pid)
    const [logged] = await marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM request_log WHERE credential_id = $1",
      [key.id],
    )
    const [used] = await marketplace.rows<{ n: number }>(
      "SELECT sum(requests)::int AS n FROM api_usage_current WHERE credential_id = $1",
      [key.id],
    )
    expect([logged?.n, used?.n]).toEqual([40, 40])
  })

  test("finishes requests in progress on shutdown", async () => {
    const server = await startServer({ lane, databaseUrl: database.url })
    const key = await marketplace.key(owner)
    const { sellerOrders } = await marketplace.order({ account: owner, stores: [store] })
    const body = JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" })
    const socket = connect(Number(new URL(server.url).port), "localhost")
    let received = ""
    socket.on("data", (data) => (received += data.toString()))
    const closed = new Promise((resolve) => socket.on("close", resolve))
    socket.write(
      `PATCH /v1/seller/orders/so_${sellerOrders[0]?.id}/ship HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key.secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await expect.poll(() => received).toBe("HTTP/1.1 100 Continue\r\n\r\n")
    socket.write(body.slice(0, 10))
    process.kill(server.pid, "SIGTERM")
    await sleep(300)
    socket.write(body.slice(10))
    await closed
    await gone(server.pid)
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/)
    const [order] = await marketplace.rows<{ status: string }>("SELECT status FROM seller_order WHERE id = $1", [
      sellerOrders[0]?.id,
    ])
    expect(order?.status).toBe("shipped")
  })
})

test("a killed server keeps everything that it acknowledged", async () => {
  const server = await startServer({ lane: "fast", databaseUrl: database.url })
  const key = await marketplace.key(owner)
  const orders = []
  for (let i = 0; i < 100; i++)
    orders.push((await marketplace.order({ account: owner, stores: [store] })).sellerOrders[0]?.id ?? "")
  // Whenever it is killed, it is in the middle of these.
  const holder = await marketplace.db.connect()
  await holder.query("BEGIN")
  await holder.query("SELECT FROM seller_order WHERE id = ANY ($1::uuid[]) FOR UPDATE", [orders.slice(-10)])
  const acknowledged: string[] = []
  const shipping = orders.map(async (id, i) => {
    await sleep(i * 10)
    const response = await fetch(`${server.url}/v1/seller/orders/so_${id}/ship`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
      body: JSON.stringify({ courier_name: "Pavan Express", awb: `PX-${i}` }),
    }).catch(() => null)
    if (response?.status === 200) acknowledged.push(id)
  })
  while (acknowledged.length < 10) await sleep(1)
  process.kill(server.pid, "SIGKILL")
  await Promise.all(shipping)
  await gone(server.pid)
  await holder.query("ROLLBACK")
  holder.release()
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.length).toBeLessThan(orders.length)
  const whole = await marketplace.rows<{
    id: string
    shipped: boolean
    shipments: number
    events: number
    buyer_events: number
    mails: number
  }>(
    `SELECT p.id, p.status = 'shipped' AS shipped, (SELECT count(*) FROM shipment h WHERE h.seller_order_id = p.id)::int AS shipments,
       (SELECT count(*) FROM webhook_event e WHERE e.subject_id = p.id)::int AS events,
       (SELECT count(*) FROM webhook_event e WHERE e.subject_id = p.order_id)::int AS buyer_events,
       ((SELECT count(*) FROM graphile_worker._private_jobs j WHERE j.payload->>'id' = 'order-shipped-' || p.id)
        + (SELECT count(*) FROM mailbox_message m WHERE m.id = 'order-shipped-' || p.id))::int AS mails
     FROM seller_order p WHERE p.id = ANY ($1::uuid[])`,
    [orders],
  )
  for (const { id, shipped, shipments, events, buyer_events, mails } of whole) {
    if (acknowledged.includes(id)) expect([id, shipped]).toEqual([id, true])
    const each = shipped ? 1 : 0
    expect([id, shipments, events, buyer_events, mails >= each]).toEqual([id, each, each, each, true])
  }
})

describe.each(LANES)("without its database, on the %s lane", (lane) => {
  test("reports the outage and recovers by itself", async () => {
    const way = new DatabaseProxy(database.url)
    await way.listen()
    const server = await startServer({ lane, databaseUrl: way.url, env: { LOG_LEVEL: "silent" } })
    const key = await marketplace.key(owner)
    const headers = { authorization: `Bearer ${key.secret}` }
    const read = async (path: string) => {
      const response = await fetch(server.url + path, { headers })
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        json: (await response.json()) as { data?: unknown; error?: { code: string } },
      }
    }
    expect((await read("/v1/me")).status).toBe(200)
    await way.disconnect()
    await sleep(1_000)
    await expect
      .poll(() => read("/v1/status"))
      .toMatchObject({
        status: 503,
        retryAfter: "5",
        json: { data: { status: "degraded", components: { api: "ok", database: "down" } } },
      })
    const me = await read("/v1/me")
    expect([me.status, me.json.error?.code, me.retryAfter]).toEqual([503, "unavailable", "5"])
    const logo = await read(`/media/oauth-apps/${uuidv7()}`)
    expect([logo.status, logo.json.error?.code, logo.retryAfter]).toEqual([503, "unavailable", "5"])
    await way.listen()
    await expect.poll(async () => (await read("/v1/me")).status).toBe(200)
    await expect.poll(async () => (await read("/v1/status")).status).toBe(200)
    await server.stop()
    await way.disconnect()
  })
})
