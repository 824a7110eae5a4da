import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startEmbeddedPostgres } from "@/commands/embedded-postgres"
import { emptyTestDatabase, type TestDatabase } from "@/commands/test-database"
import { startServer, type TestServer } from "@/commands/test-server"
import { type TestKey, TestMarketplace } from "@/testing/marketplace"
import { SeverableDatabase } from "@/testing/severable-database"
import { migrate } from "../prisma/migrate"

// What a server does under load and loss that it cannot serve: it refuses, stays small, and comes back by itself.

/** In CI a tenth of what a machine of its own is tried with (IDLE_CONNECTIONS=10000). */
const IDLE = Number(process.env.IDLE_CONNECTIONS ?? 1_000)

const headersOf = ({ secret }: TestKey) => ({ authorization: `Bearer ${secret}` })
const megabytesOf = (pid: number): number => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

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
    server = await startServer({ lane: "fast", databaseUrl: database.url, env: { POOL_SIZE: "3", POOL_QUEUE: "10", WORKER: "off" } })
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

  test("whose pool is exhausted refuses at once with 503 and Retry-After, and serves again by itself", { timeout: 120_000 }, async () => {
    expect((await list()).status).toBe(200)
    const holder = await marketplace.db.connect()
    await holder.query("BEGIN; LOCK TABLE listing IN ACCESS EXCLUSIVE MODE")
    const asked = Array.from({ length: 100 }, (_, index) => list(index + 1))
    const refused = (await Promise.race([Promise.all(asked.map((answer) => answer.catch(() => null))), Promise.any(asked).then((first) => [first])])).find(Boolean)
    expect(refused?.status).toBe(503)
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    await holder.query("COMMIT")
    holder.release()
    const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    await expect.poll(async () => (await list()).status, { timeout: 5_000 }).toBe(200)
  })

  test("with clients that hardly read stays small, and serves the others", { timeout: 120_000 }, async () => {
    const before = megabytesOf(server.pid)
    const request = `GET /v1/products?per_page=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.secret}\r\n\r\n`
    const slow: Socket[] = []
    for (let index = 0; index < 100; index++) {
      const socket = await open(request)
      // The answer has come, and nobody takes it.
      await new Promise((resolve) => socket.once("readable", resolve))
      slow.push(socket)
    }
    for (let index = 0; index < 20; index++) expect((await list()).status).toBe(200)
    expect(megabytesOf(server.pid) - before).toBeLessThan(200)
    for (const socket of slow) socket.destroy()
  })

  test("with idle connections serves the others, stays small, and stops in good time", { timeout: 240_000 }, async () => {
    const before = megabytesOf(server.pid)
    const idle: Socket[] = []
    for (let index = 0; index < IDLE; index++) {
      const socket = await open("")
      socket.on("error", () => undefined)
      idle.push(socket)
    }
    for (let index = 0; index < 20; index++) expect((await list()).status).toBe(200)
    expect(megabytesOf(server.pid) - before).toBeLessThan(50 + IDLE / 20)
    const began = performance.now()
    await server.stop()
    // Node alone would wait for their headers, 15 s.
    expect(performance.now() - began).toBeLessThan(12_000)
    for (const socket of idle) socket.destroy()
  })
})

test("a server whose PostgreSQL is restarted says 503 meanwhile and serves again within 5 s", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "haat-restart-"))
  chmodSync(folder, 0o711)
  let postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(postgres.url)
  const relay = new SeverableDatabase(postgres.url)
  await relay.mend()
  const first = new TestMarketplace(postgres.url)
  const key = await first.key(await first.account())
  await first.close()
  const server = await startServer({ lane: "fast", databaseUrl: relay.url })
  const me = async () => {
    const response = await fetch(`${server.url}/v1/me`, { headers: headersOf(key) })
    return { status: response.status, retryAfter: response.headers.get("retry-after") }
  }
  try {
    expect((await me()).status).toBe(200)
    await postgres.stop("fast")
    await expect.poll(async () => (await me()).status, { timeout: 10_000 }).toBe(503)
    expect(Number((await me()).retryAfter)).toBeGreaterThanOrEqual(1)
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    await relay.cut()
    relay.moveTo(postgres.url)
    await relay.mend()
    await expect.poll(async () => (await me()).status, { timeout: 5_000 }).toBe(200)
  } finally {
    await server.stop()
    await relay.cut()
    await postgres.stop("immediate")
    rmSync(folder, { recursive: true, force: true })
  }
})
