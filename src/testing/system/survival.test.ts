import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startEmbeddedPostgres } from "@/commands/postgres/embedded-postgres"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { hashPassword } from "@/auth/password"
import { mintCredential } from "@/platform/secrets"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { suspend } from "@/testing/fixtures/processes"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"
import { migrate } from "../../../prisma/migrate"

// Under more load or loss than it can handle, a server must refuse requests, keep its memory bounded, and recover by
// itself.

const filesAllowed = (): number =>
  Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).replace("unlimited", "Infinity"))
/** 10,000, if the system lets this process and the server open that many. */
// Of the 10,000 connections that a server holds, the client needs some itself, and those would be closed first.
const IDLE = Math.min(9_900, filesAllowed() / 2)

/** Of the server whose pool is exhausted. */
const POOL_SIZE = 3
/** Of the server whose database hangs. */
const POOL_QUEUE = 50

/** Of one slow client; their responses together would be a gigabyte. */
const REQUESTS_AHEAD = 200

const headersOf = ({ secret }: TestKey) => ({ authorization: `Bearer ${secret}` })
const megabytesOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

const EMAIL = "asha@example.in"
const PASSWORD = "kamal kachnar palash"

/** An account that is signed in to the portal; no other account of the marketplace has its email address. */
const visitor = async (server: TestServer, marketplace: TestMarketplace): Promise<PortalClient> => {
  const account = await marketplace.account({ email: EMAIL })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [account, await hashPassword(PASSWORD)])
  const client = new PortalClient(server.url)
  expect(await client.signIn(EMAIL, PASSWORD)).toBeNull()
  return client
}

/** The responses that apps and the portal get: the status, the error's code, and the seconds of Retry-After. */
const othersToldBy = async (server: TestServer, client: PortalClient): Promise<[number, unknown, number][]> => {
  const oauth = async (path: string, init: RequestInit): Promise<[number, unknown, number]> => {
    const response = await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(20_000) })
    return [
      response.status,
      ((await response.json()) as { error?: unknown }).error,
      Number(response.headers.get("retry-after")),
    ]
  }
  const refresh = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: "unknown",
    refresh_token: mintCredential("refresh_token"),
  })
  const page = async (procedure: string): Promise<[number, unknown, number]> => {
    const late = sleep(20_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`${procedure} is not answered`)),
    )
    const { status, problem, retryAfter } = await Promise.race([client.query(procedure), late])
    return [status, problem, retryAfter ?? 0]
  }
  return Promise.all([
    oauth("/oauth/token", { method: "POST", body: refresh }),
    oauth("/oauth/userinfo", { headers: { authorization: `Bearer ${mintCredential("access_token")}` } }),
    page("sessions.list"),
  ])
}
const SERVED = [
  [401, "invalid_client", 0],
  [401, "invalid_token", 0],
  [200, undefined, 0],
]
const UNAVAILABLE = [
  [503, "temporarily_unavailable"],
  [503, "temporarily_unavailable"],
  [503, "unavailable"],
]
const expectUnavailable = (told: [number, unknown, number][]): void => {
  expect(told.map(([status, error]) => [status, error])).toEqual(UNAVAILABLE)
  expect(Math.min(...told.map(([, , retryAfter]) => retryAfter))).toBeGreaterThanOrEqual(1)
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
      env: { POOL_SIZE: String(POOL_SIZE), POOL_QUEUE: "10", WORKER: "off" },
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
    await expect.poll(async () => (await list()).status, { timeout: 5_000 }).toBe(200)
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
    await expect.poll(async () => (await filtered()).status, { timeout: 5_000 }).toBe(200)
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

  test("ignores protocol upgrade requests, also after a page", {
    timeout: 60_000,
  }, async () => {
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

test("a server responds with 503 while PostgreSQL restarts, and recovers within 5 s", {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "haat-restart-"))
  chmodSync(folder, 0o711)
  let postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(postgres.url)
  const relay = new DatabaseProxy(postgres.url)
  await relay.listen()
  const first = new TestMarketplace(postgres.url)
  const key = await first.key(await first.account())
  const server = await startServer({ lane: "fast", databaseUrl: relay.url })
  const client = await visitor(server, first)
  await first.close()
  const me = async () => {
    const response = await fetch(`${server.url}/v1/me`, { headers: headersOf(key) })
    return { status: response.status, retryAfter: response.headers.get("retry-after") }
  }
  try {
    expect((await me()).status).toBe(200)
    expect(await othersToldBy(server, client)).toEqual(SERVED)
    await postgres.stop("fast")
    await expect.poll(async () => (await me()).status, { timeout: 10_000 }).toBe(503)
    expect(Number((await me()).retryAfter)).toBeGreaterThanOrEqual(1)
    expectUnavailable(await othersToldBy(server, client))
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    await relay.disconnect()
    relay.setTarget(postgres.url)
    await relay.listen()
    await expect.poll(async () => (await me()).status, { timeout: 5_000 }).toBe(200)
    expect(await othersToldBy(server, client)).toEqual(SERVED)
  } finally {
    await server.stop()
    await relay.disconnect()
    await postgres.stop("immediate")
    rmSync(folder, { recursive: true, force: true })
  }
})

test("a server responds with 503 in time while PostgreSQL hangs, and recovers within 5 s", {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "haat-hang-"))
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(postgres.url)
  const marketplace = new TestMarketplace(postgres.url)
  const key = await marketplace.key(await marketplace.account())
  const server = await startServer({
    lane: "fast",
    databaseUrl: postgres.url,
    env: { POOL_SIZE: "10", POOL_QUEUE: String(POOL_QUEUE), WORKER: "off" },
  })
  const client = await visitor(server, marketplace)
  await marketplace.close()
  const get = async (path: string, headers = headersOf(key)) => {
    const response = await fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(20_000) })
    await response.arrayBuffer()
    return { status: response.status, retryAfter: Number(response.headers.get("retry-after")) }
  }
  let thaw = (): void => undefined
  try {
    for (const path of ["/v1/me", "/v1/products"]) expect((await get(path)).status).toBe(200)
    expect(await othersToldBy(server, client)).toEqual(SERVED)
    const before = megabytesOf(server.pid)
    thaw = suspend(postgres.pid)
    // Twice: requests of the first time still hold their connections.
    for (let time = 0; time < 2; time++) expectUnavailable(await othersToldBy(server, client))
    for (let wave = 0; wave < 3; wave++) {
      const responses = await Promise.all(
        Array.from({ length: 300 }, (_, index) => get(index % 2 === 0 ? "/v1/me" : `/v1/products?page=${index}`)),
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
      expect(Math.min(...responses.map(({ retryAfter }) => retryAfter))).toBeGreaterThanOrEqual(1)
    }
    expect(megabytesOf(server.pid) - before).toBeLessThan(100)
    const began = activeTimeMs()
    let atOnce = 0
    await Promise.all(
      Array.from({ length: 300 }, async () => {
        expect((await get("/v1/me", { authorization: `Bearer ${mintCredential("live_key")}` })).status).toBe(503)
        if (activeTimeMs() - began < 2_000) atOnce++
      }),
    )
    // Of the requests that wait for the key lookup, only the allowed number waits; one batch of them is running.
    expect(atOnce).toBeGreaterThanOrEqual(300 - POOL_QUEUE - 100)
    thaw()
    await expect.poll(async () => (await get("/v1/products")).status, { timeout: 5_000 }).toBe(200)
  } finally {
    thaw()
    await server.stop()
    await postgres.stop("immediate")
    rmSync(folder, { recursive: true, force: true })
  }
})

test("a server responds with 503 when PostgreSQL disappears silently, and recovers within 5 s", {
  timeout: 300_000,
}, async () => {
  const database = await emptyTestDatabase()
  const relay = new DatabaseProxy(database.url)
  await relay.listen()
  const marketplace = new TestMarketplace(database.url)
  const seller = await marketplace.account()
  const store = await marketplace.store("Mithila Haat", { owner: seller })
  const key = await marketplace.key(seller)
  const { sellerOrders } = await marketplace.order({ account: seller, stores: [store] })
  const server = await startServer({ lane: "fast", databaseUrl: relay.url })
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { ...headersOf(key), "content-type": "application/json" },
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status
  }
  const all = (): Promise<number[]> =>
    Promise.all([
      ...Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? "/v1/me" : `/v1/products?page=${index}`)),
      ask(`/v1/seller/orders/so_${sellerOrders[0]?.id}/ship`, {
        method: "PATCH",
        body: JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" }),
      }),
    ])
  const expectBack = async (): Promise<void> => {
    const since = activeTimeMs()
    while ((await ask("/v1/products")) !== 200) await sleep(50)
    expect(activeTimeMs() - since).toBeLessThan(5_000)
  }
  try {
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => ask("/v1/products"))))).toEqual(new Set([200]))
    relay.blackhole()
    // The second time no connection is left, and none can be opened.
    for (let time = 0; time < 2; time++) expect(new Set(await all())).toEqual(new Set([503]))
    const waiting = all()
    await sleep(500)
    relay.stopBlackhole()
    await expectBack()
    await waiting
    relay.blackhole()
    relay.stopBlackhole()
    await expectBack()
  } finally {
    await server.stop()
    await relay.disconnect()
    await marketplace.close()
    await database.drop()
  }
})
