import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"

// Under more load than it can handle, a server must refuse requests, keep its memory bounded, and recover by itself.

function filesAllowed(): number {
  return Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).replace("unlimited", "Infinity"))
}
/** 10,000, if the system lets this process and the server open that many. */
// Of the 10,000 connections that a server holds, the client needs some itself, and those would be closed first.
const IDLE = Math.min(9_900, filesAllowed() / 2)

/** Of the server whose pool is exhausted. */
const POOL_SIZE = 3

/** Of one slow client; their responses together would be a gigabyte. */
const REQUESTS_AHEAD = 200

function headersOf({ secret }: TestKey) {
  return { authorization: `Bearer ${secret}` }
}
function megabytesOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024
}

describe("one server", () => {
  let database: TestDatabase
  let marketplace: TestMarketplace
  let server: TestServer
  let key: TestKey
  beforeAll(async () => {
    database = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
    const store = await marketplace.store("Mithila Haat")
    for (let index = 0; index < 100; index++) await marketplace.product({ name: `Makhana ${index}`, store })
    key = await marketplace.key(await marketplace.account())
    server = await startServer({
      lane: "fast",
      databaseUrl: database.url,
      env: { POOL_SIZE: String(POOL_SIZE), POOL_QUEUE: "10", WORKER: "off", HAAT_PRELOAD_PAGES: "on" },
    })
  })
  afterAll(async () => {
    await marketplace.close()
    await database.drop()
  })
  const list = (page = 1) => fetch(`${server.url}/v1/products?per_page=100&page=${page}`, { headers: headersOf(key) })
  const open = (request: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), "localhost", () => {
        socket.write(request)
        resolve(socket)
      })
      socket.once("error", reject)
    })

  test("with an exhausted pool responds with 503 and Retry-After immediately, and recovers by itself", {
    timeout: 120_000,
  }, async () => {
    expect((await list()).status).toBe(200)
    const holder = await marketplace.db.connect()
    await holder.query("BEGIN; LOCK TABLE listing IN ACCESS EXCLUSIVE MODE")
    let answered = 0
    const requests = Array.from({ length: 100 }, (_, index) => list(index + 1).finally(() => answered++))
    const refused = (
      await Promise.race([
        Promise.all(requests.map((response) => response.catch(() => null))),
        Promise.any(requests).then((first) => [first]),
      ])
    ).find(Boolean)
    expect(refused?.status).toBe(503)
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    // No request waits for a connection any more.
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(100 - POOL_SIZE)
    await holder.query("COMMIT")
    holder.release()
    const statuses = await Promise.all(requests.map(async (response) => (await response).status))
    // Requests that had started to read were counted, although every connection was in use.
    expect(statuses.filter((status) => status === 200)).toHaveLength(POOL_SIZE)
    expect(statuses.filter((status) => status === 503)).toHaveLength(100 - POOL_SIZE)
    await expect.poll(async () => (await list()).status).toBe(200)
  })

  test("that cannot count its products in time responds with 503 to their list, and recovers by itself", {
    timeout: 120_000,
  }, async () => {
    const filtered = () =>
      fetch(`${server.url}/v1/products?max_price=100000`, {
        headers: headersOf(key),
        signal: AbortSignal.timeout(20_000),
      })
    const holder = await marketplace.db.connect()
    try {
      await holder.query("BEGIN; LOCK TABLE listing IN ACCESS EXCLUSIVE MODE")
      const refused = await filtered()
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    } finally {
      await holder.query("ROLLBACK")
      holder.release()
    }
    await expect.poll(async () => (await filtered()).status).toBe(200)
  })

  test("with slow readers keeps its memory bounded and serves others", {
    timeout: 120_000,
  }, async () => {
    const before = megabytesOf(server.pid)
    const request = `GET /v1/products?per_page=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.secret}\r\n\r\n`
    const slow: Socket[] = []
    for (let index = 0; index < 100; index++) {
      const socket = await open(request.repeat(REQUESTS_AHEAD))
      await new Promise((resolve) => socket.once("readable", resolve))
      slow.push(socket)
    }
    const reading = setInterval(() => {
      for (const socket of slow) socket.read(1)
    }, 1_000)
    try {
      // Until their buffers are full, they are a hundred clients that send requests as fast as they get responses.
      let inARow = 0
      await expect
        .poll(async () => (inARow = (await list()).status === 200 ? inARow + 1 : 0), { timeout: 80_000, interval: 100 })
        .toBeGreaterThan(20)
      for (let second = 0; second < 5; second++) {
        expect((await list()).status).toBe(200)
        await sleep(1_000)
      }
      expect(megabytesOf(server.pid) - before).toBeLessThan(200)
    } finally {
      clearInterval(reading)
      for (const socket of slow) socket.destroy()
    }
  })

  test("with slow chunked uploads that never end keeps its memory bounded", {
    timeout: 120_000,
  }, async () => {
    const before = megabytesOf(server.pid)
    const request =
      "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    const sending = await Promise.all(Array.from({ length: 20 }, () => open(request)))
    try {
      await Promise.all(
        sending.map(
          (socket) =>
            new Promise((resolve) => socket.on("error", () => undefined).write("1\r\nx\r\n".repeat(60_000), resolve)),
        ),
      )
      for (let index = 0; index < 20; index++) expect((await list()).status).toBe(200)
      expect(megabytesOf(server.pid) - before).toBeLessThan(150)
    } finally {
      for (const socket of sending) socket.destroy()
    }
  })

  test("ignores protocol upgrade requests, also after a page", async () => {
    for (let time = 0; time < 2; time++) {
      const socket = await open(
        "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      )
      const [response] = (await once(socket, "data", { signal: AbortSignal.timeout(20_000) })) as [Buffer]
      expect(response.toString()).toMatch(/^HTTP\/1\.1 404 /)
      socket.destroy()
      expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
    }
  })

  test(`with ${IDLE} idle connections serves others, keeps its memory bounded, and stops in time`, {
    timeout: 240_000,
  }, async () => {
    const before = megabytesOf(server.pid)
    const idle: Socket[] = []
    for (let index = 0; index < IDLE; index++) {
      const socket = await open("")
      socket.on("error", () => undefined)
      idle.push(socket)
    }
    for (let index = 0; index < 20; index++) expect((await list()).status).toBe(200)
    expect(megabytesOf(server.pid) - before).toBeLessThan(50 + IDLE / 100)
    const began = activeTimeMs()
    await server.stop()
    // Node alone would wait 15 s for their headers.
    expect(activeTimeMs() - began).toBeLessThan(12_000)
    for (const socket of idle) socket.destroy()
  })
})
