import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { startEmbeddedPostgres } from "@/commands/postgres/embedded-postgres"
import { emptyTestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { hashPassword } from "@/auth/password"
import { mintCredential } from "@/platform/secrets"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { suspend } from "@/testing/fixtures/processes"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"
import { migrate } from "../../../prisma/migrate"

// Without its database, a server must refuse requests, keep its memory bounded, and recover by itself.

/** Of the server whose database hangs. */
const POOL_QUEUE = 50

function headersOf({ secret }: TestKey) {
  return { authorization: `Bearer ${secret}` }
}
function megabytesOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024
}

const EMAIL = "asha@example.in"
const PASSWORD = "kamal kachnar palash"

/** An account that is signed in to the portal; no other account of the marketplace has its email address. */
async function signedIn(server: TestServer, marketplace: TestMarketplace): Promise<PortalClient> {
  const account = await marketplace.account({ email: EMAIL })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [account, await hashPassword(PASSWORD)])
  const client = new PortalClient(server.url)
  expect(await client.signIn(EMAIL, PASSWORD)).toBeNull()
  return client
}

/** The responses that apps and the portal get: the status, the error's code, and the seconds of Retry-After. */
async function othersToldBy(server: TestServer, client: PortalClient): Promise<[number, unknown, number][]> {
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
function expectUnavailable(responses: [number, unknown, number][]): void {
  expect(responses.map(([status, error]) => [status, error])).toEqual(UNAVAILABLE)
  expect(Math.min(...responses.map(([, , retryAfter]) => retryAfter))).toBeGreaterThanOrEqual(1)
}

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
  const client = await signedIn(server, first)
  await first.close()
  const me = async () => {
    const response = await fetch(`${server.url}/v1/me`, { headers: headersOf(key) })
    return { status: response.status, retryAfter: response.headers.get("retry-after") }
  }
  try {
    expect((await me()).status).toBe(200)
    await expect.poll(() => othersToldBy(server, client)).toEqual(SERVED)
    await postgres.stop("fast")
    await expect.poll(async () => (await me()).status, { timeout: 10_000 }).toBe(503)
    expect(Number((await me()).retryAfter)).toBeGreaterThanOrEqual(1)
    expectUnavailable(await othersToldBy(server, client))
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    await relay.disconnect()
    relay.setTarget(postgres.url)
    await relay.listen()
    await expect.poll(async () => (await me()).status, { timeout: 5_000 }).toBe(200)
    await expect.poll(() => othersToldBy(server, client), { timeout: 5_000 }).toEqual(SERVED)
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
    env: { POOL_SIZE: "10", POOL_QUEUE: String(POOL_QUEUE), WORKER: "off", HAAT_PRELOAD_PAGES: "on" },
  })
  const client = await signedIn(server, marketplace)
  await marketplace.close()
  const get = async (path: string, headers = headersOf(key)) => {
    const response = await fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(20_000) })
    await response.arrayBuffer()
    return { status: response.status, retryAfter: Number(response.headers.get("retry-after")) }
  }
  let thaw = (): void => undefined
  try {
    for (const path of ["/v1/me", "/v1/products"]) expect((await get(path)).status).toBe(200)
    await expect.poll(() => othersToldBy(server, client)).toEqual(SERVED)
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
  const send = async (path: string, init: RequestInit = {}): Promise<number> => {
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
      ...Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? "/v1/me" : `/v1/products?page=${index}`)),
      send(`/v1/seller/orders/so_${sellerOrders[0]?.id}/ship`, {
        method: "PATCH",
        body: JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" }),
      }),
    ])
  const expectBack = async (): Promise<void> => {
    const since = activeTimeMs()
    while ((await send("/v1/products")) !== 200) await sleep(50)
    expect(activeTimeMs() - since).toBeLessThan(5_000)
  }
  try {
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => send("/v1/products"))))).toEqual(new Set([200]))
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
