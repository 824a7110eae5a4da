import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/commands/postgres/embedded-postgres"
import { freePort } from "@/commands/process/free-port"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { ensureRedis, startProgram, type TestProgram } from "@/testing/setup/program"
import { startServer, type TestServer } from "@/testing/setup/server"
import { LANES } from "@/testing/fixtures/lane"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { suspend } from "@/testing/fixtures/processes"
import { migrate } from "../../../prisma/migrate"

// What a load balancer sees when a server's components fail one after the other.

interface StatusResponse {
  status: number
  retryAfter: string | null
  data?: { status: string; components: Record<string, string> }
  error?: { code: string }
}

async function send(url: string, init: RequestInit = {}): Promise<StatusResponse> {
  const response = await fetch(url, init)
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    ...((await response.json()) as Pick<StatusResponse, "data" | "error">),
  }
}
function degraded(components: Record<string, string>) {
  return {
    status: 503,
    retryAfter: "5",
    data: expect.objectContaining({
      status: "degraded",
      components: expect.objectContaining({ api: "ok", ...components }) as object,
    }) as object,
  }
}
const well = { status: 200, retryAfter: null, data: expect.objectContaining({ status: "ok" }) as object }

describe.each(LANES)("on the %s lane", (lane) => {
  let folder: string
  let postgres: EmbeddedPostgres
  let admin: pg.Client
  let marketplace: TestMarketplace
  let server: TestServer
  let key: TestKey

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "haat-status-"))
    chmodSync(folder, 0o711)
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    await migrate(postgres.url)
    admin = new pg.Client({ connectionString: postgres.url })
    admin.on("error", () => undefined)
    await admin.connect()
    marketplace = new TestMarketplace(postgres.url)
    key = await marketplace.key(await marketplace.account(), { rateLimit: 100_000 })
    server = await startServer({ lane, databaseUrl: postgres.url, env: { LOG_LEVEL: "silent" } })
  }, 300_000)
  afterAll(async () => {
    await server.kill()
    await marketplace.close()
    await admin.end()
    await postgres.stop("immediate")
    rmSync(folder, { recursive: true, force: true })
  })

  const status = () => send(`${server.url}/v1/status`)
  const me = () => send(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${key.secret}` } })
  const setReadOnly = async (value: "on" | "off"): Promise<void> => {
    await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
    await admin.query("SELECT pg_reload_conf()")
  }

  test("health checks are never rate limited", async () => {
    // A check of the database that is late on a busy machine counts as a failure.
    const statuses = new Set<number>()
    for (let sent = 0; sent < 900; sent += 30)
      for (const { status: each } of await Promise.all(Array.from({ length: 30 }, status))) statuses.add(each)
    expect(statuses).toContain(200)
    expect(statuses).not.toContain(429)
    await expect.poll(status).toEqual(well)
  })

  test("a read-only database is reported, changes get 503, and everything recovers when it is writable", async () => {
    expect((await me()).status).toBe(200)
    await setReadOnly("on")
    await expect.poll(status).toEqual(degraded({ database: "read_only" }))
    const refused = []
    for (let sent = 0; sent < 60; sent++) refused.push(await me())
    expect(refused).toEqual(
      Array(60).fill({
        status: 503,
        retryAfter: "5",
        error: expect.objectContaining({ code: "unavailable" }) as object,
      }),
    )
    await expect.poll(status).toEqual(degraded({ database: "read_only" }))
    await setReadOnly("off")
    await expect.poll(async () => [(await me()).status, (await status()).status]).toEqual([200, 200])
  })

  test("a stalled database is reported within seconds, and recovers", async () => {
    const resume = suspend(postgres.pid)
    try {
      await expect.poll(status).toEqual(degraded({ database: "down" }))
      for (let sent = 0; sent < 20; sent++)
        expect(await send(`${server.url}/v1/status`, { signal: AbortSignal.timeout(3_000) })).toEqual(
          degraded({ database: "down" }),
        )
    } finally {
      resume()
    }
    await expect.poll(status).toEqual(well)
  })
})

const redisProgram = ensureRedis()

describe.runIf(redisProgram)("with Redis", () => {
  let database: TestDatabase
  let server: TestServer
  let redis: TestProgram
  let port: number
  const startRedis = () =>
    startProgram(
      redisProgram ?? "",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      port,
    )

  beforeAll(async () => {
    port = await freePort()
    redis = await startRedis()
    database = await emptyTestDatabase()
    server = await startServer({
      lane: "fast",
      databaseUrl: database.url,
      env: { LOG_LEVEL: "silent", REDIS_URL: `redis://127.0.0.1:${port}` },
    })
  })
  afterAll(async () => {
    await server.kill()
    await redis.stop()
    await database.drop()
  })

  const status = () => send(`${server.url}/v1/status`)

  test("an unavailable component is reported, and its recovery", async () => {
    // A component counts as down until its first check has succeeded, which takes a while on a busy machine.
    await expect.poll(status).toMatchObject({
      status: 200,
      data: { components: { api: "ok", database: "ok", redis: "ok" } },
    })
    await redis.stop()
    await expect.poll(status).toEqual(degraded({ database: "ok", redis: "down" }))
    redis = await startRedis()
    await expect.poll(status).toEqual(well)
  })

  test("a stalled component is reported", async () => {
    const resume = suspend(redis.pid)
    try {
      await expect.poll(status).toEqual(degraded({ redis: "down" }))
    } finally {
      resume()
    }
    await expect.poll(status).toEqual(well)
  })
})

/** A disk of its own of 80 MB; null if this account may not create one. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "haat-disk-"))
  return process.platform === "linux" &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=80m", "tmpfs", folder]).status === 0
    ? folder
    : null
}
const disk = mountDisk()

describe.runIf(disk)("with the database's disk on this machine", () => {
  afterAll(() => void spawnSync("umount", [disk ?? ""]))

  test("a full disk is reported", async () => {
    const database = await emptyTestDatabase()
    const server = await startServer({
      lane: "fast",
      databaseUrl: database.url,
      env: { LOG_LEVEL: "silent", DATABASE_DATA_DIR: disk ?? "" },
    })
    const status = () => send(`${server.url}/v1/status`)
    await expect.poll(status).toMatchObject({ status: 200, data: { components: { disk: "ok" } } })
    writeFileSync(join(disk ?? "", "much"), Buffer.alloc(40_000_000))
    await expect.poll(status).toEqual(degraded({ database: "ok", disk: "full" }))
    rmSync(join(disk ?? "", "much"))
    await expect.poll(status).toEqual(well)
    await server.kill()
    await database.drop()
  })
})
