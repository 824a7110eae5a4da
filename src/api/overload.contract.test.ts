import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

// One overloading client is limited to its share, and the server keeps serving the others.

const METRICS_TOKEN = "overload-test-token"
const WAITS_FOR_LOCK =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'haat' AND wait_event_type = 'Lock'"

describe("the fast lane under load", () => {
  let lane: Lane
  let key: TestKey
  let order: string

  beforeAll(async () => {
    lane = await Lane.open("fast", { METRICS_TOKEN })
    const owner = await lane.marketplace.account()
    key = await lane.marketplace.key(owner)
    const store = await lane.marketplace.store("Mithila Haat", { owner })
    order = (await lane.marketplace.order({ account: owner, stores: [store] })).sellerOrders[0]?.number ?? ""
    for (let i = 0; i < 20; i++) await lane.marketplace.product({ name: `Makhana ${i}`, store })
  })
  afterAll(() => lane.close())

  const open = (options: { allowHalfOpen?: boolean } = {}): Socket => {
    const socket = connect({ port: Number(new URL(lane.url).port), host: "localhost", ...options })
    socket.on("error", () => undefined)
    return socket
  }
  const request = (path: string, more = ""): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\n${more}\r\n`
  /** Blocks every product list until it is released or the test ends. */
  const lockListing = (): Promise<() => Promise<void>> => lockTable("listing")
  const lockTable = async (table: string): Promise<() => Promise<void>> => {
    const holder = await lane.marketplace.db.connect()
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    let held = true
    const release = async (): Promise<void> => {
      if (held) await holder.query("COMMIT")
      if (held) holder.release()
      held = false
    }
    onTestFinished(release)
    return release
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (
      await fetch(`${lane.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, "m").exec(text)?.[1])
  }

  test("2,400 different pipelined requests get their responses in order", { timeout: 120_000 }, async () => {
    const paths = ["/v1/me", "/v1/products?per_page=1", "/v1/nothing", "/oauth/jwks", "/v1/orders"]
    const ids = Array.from({ length: 2_400 }, (_, index) => `order-${String(index).padStart(6, "0")}`)
    const socket = open()
    let received = ""
    socket.on("data", (data) => (received += data.toString()))
    socket.write(ids.map((id, index) => request(paths[index % paths.length] ?? "", `X-Request-Id: ${id}\r\n`)).join(""))
    const answered = () => [...received.matchAll(/^x-request-id: (order-\d+)\r$/gim)].map(([, id]) => id)
    await expect.poll(() => answered().length, { timeout: 100_000 }).toBe(ids.length)
    socket.destroy()
    expect(answered()).toEqual(ids)
  })

  test("a connection has one request in progress, and other connections are served meanwhile", async () => {
    const release = await lockListing()
    const socket = open()
    let received = ""
    socket.on("data", (data) => (received += data.toString()))
    socket.write(Array.from({ length: 30 }, (_, index) => request(`/v1/products?per_page=${index + 1}`)).join(""))
    const waiting = async () => (await lane.marketplace.rows<{ n: number }>(WAITS_FOR_LOCK))[0]?.n ?? 0
    await expect.poll(waiting).toBeGreaterThan(0)
    await sleep(500)
    expect(await waiting()).toBe(1)
    expect((await lane.request("/v1/me", { key })).status).toBe(200)
    await release()
    await expect.poll(() => received.match(/HTTP\/1\.1 \d+/g)?.length, { timeout: 20_000 }).toBe(30)
    socket.destroy()
  })

  test("under API overload, excess requests get a 503 without being logged, and /v1/status responds", async () => {
    const { id, secret } = await lane.marketplace.key(await lane.marketplace.account())
    const before = await metric("haat_admission_refused_total")
    const release = await lockListing()
    const requests = Array.from({ length: 500 }, async (_, index) => {
      const response = await fetch(`${lane.url}/v1/products?page=${index + 1}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        requestId: response.headers.get("x-request-id"),
        text: await response.text(),
      }
    })
    await sleep(300)
    expect((await lane.request("/v1/status")).json.data.components).toMatchObject({ api: "ok" })
    await expect.poll(() => metric("haat_admission_refused_total"), { timeout: 20_000 }).toBeGreaterThan(before)
    await release()
    const responses = await Promise.all(requests)
    const refused = (await metric("haat_admission_refused_total")) - before
    const unavailable = responses.filter(({ status }) => status === 503)
    expect(unavailable.length).toBeGreaterThanOrEqual(refused)
    for (const { retryAfter, requestId, text } of unavailable) {
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
      expect((JSON.parse(text) as { error: unknown }).error).toMatchObject({
        code: "unavailable",
        request_id: requestId,
      })
    }
    // Refused requests are in the metrics, and only the served ones in the log.
    await expect
      .poll(
        async () => (await lane.marketplace.rows("SELECT FROM request_log WHERE credential_id = $1", [id])).length,
        { timeout: 10_000 },
      )
      .toBe(500 - refused)
    await expect.poll(async () => (await lane.request("/v1/products", { key })).status).toBe(200)
  })

  test("under page overload, excess page requests get a 503, and the status and static files are served", async () => {
    const page = await (await fetch(`${lane.url}/products`)).text()
    const file = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? ""
    const release = await lockListing()
    let settled = 0
    const requests = Array.from({ length: 300 }, async (_, index) => {
      const response = await fetch(`${lane.url}/products?page=${index + 1}`)
      const text = await response.text()
      settled++
      return { status: response.status, retryAfter: Number(response.headers.get("retry-after")), text }
    })
    await sleep(300)
    expect((await lane.request("/v1/status")).json.data.components).toMatchObject({ api: "ok" })
    expect((await fetch(lane.url + file)).status).toBe(200)
    // Eight run at the same time and make room for others after a second.
    await expect.poll(() => settled, { timeout: 30_000 }).toBeGreaterThan(150)
    await release()
    const responses = await Promise.all(requests)
    const refused = responses.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(150)
    for (const { retryAfter, text } of refused)
      expect([retryAfter, text.includes("Too many requests right now")]).toEqual([5, true])
    expect((await fetch(`${lane.url}/products`)).status).toBe(200)
  })

  test("under overload, excess authorization pages get a 503, and /oauth/jwks is served", async () => {
    const release = await lockTable("oauth_app")
    let settled = 0
    const requests = Array.from({ length: 300 }, async (_, index) => {
      const response = await fetch(`${lane.url}/oauth/authorize?client_id=${index}`, {
        method: index % 2 === 0 ? "GET" : "POST",
        ...(index % 2 === 1 && { body: new URLSearchParams({ client_id: String(index) }) }),
      })
      const text = await response.text()
      settled++
      return { status: response.status, headers: response.headers, text }
    })
    await expect.poll(() => settled, { timeout: 30_000 }).toBeGreaterThan(100)
    expect((await fetch(`${lane.url}/oauth/jwks`)).status).toBe(200)
    await release()
    const responses = await Promise.all(requests)
    const refused = responses.filter(({ headers }) => headers.get("retry-after") === "5")
    expect(refused.length).toBeGreaterThan(100)
    for (const { status, headers, text } of refused) {
      expect([status, text.includes("Too many requests right now")]).toEqual([503, true])
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; /)
      expect(headers.get("x-request-id")).not.toBeNull()
    }
    expect((await fetch(`${lane.url}/oauth/authorize?client_id=nobody`)).status).toBe(400)
  })

  test("connections of malformed and slow requests are closed, even if the client never closes its side", {
    timeout: 120_000,
  }, async () => {
    /** Sends the beginning, and then piece by piece until the connection closes, whatever the response. */
    const trickle = (beginning: string, piece: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = open({ allowHalfOpen: true })
        let received = ""
        socket.on("data", (data) => (received += data.toString()))
        if (beginning) socket.write(beginning)
        // After the response, a write detects that the connection is closed.
        const trickling = setInterval(
          () => void (piece !== "" || received !== "" ? socket.write(piece || "x") : undefined),
          500,
        )
        socket.on("close", () => {
          clearInterval(trickling)
          resolve(received.split("\r\n")[0] ?? "")
        })
      })
    const gone = await Promise.all([
      trickle("NONSENSE\r\n\r\n", ""),
      trickle("GET /v1/me HTTP/1.1\r\n\r\n", ""),
      trickle("", ""),
      trickle("GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x"),
      trickle(
        `PATCH /v1/seller/orders/${order}/ship HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
        " ",
      ),
    ])
    expect(gone.map((line) => line.split(" ")[1])).toEqual(["400", "400", "408", "408", "408"])
  })
})
