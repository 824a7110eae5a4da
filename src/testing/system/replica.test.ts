import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startReplication, type Replication } from "@/testing/setup/replica"
import { startServer, type TestServer } from "@/testing/setup/server"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { suspend } from "@/testing/fixtures/processes"
import { waitActiveTime, activeTimeMs, retryOnStall } from "@/testing/fixtures/machine-stalls"
import { migrate } from "../../../prisma/migrate"

// The catalogue on a streaming replica, created from the embedded PostgreSQL.

const MAX_LAG_SECONDS = 2

let folder: string
let replication: Replication
let replica: pg.Pool
let marketplace: TestMarketplace
let server: TestServer
/** A server that allows older data. */
let patient: TestServer
let key: TestKey
let store: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "haat-replica-"))
  chmodSync(folder, 0o711)
  replication = await startReplication(folder)
  await migrate(replication.primaryUrl)
  replica = new pg.Pool({ connectionString: replication.replicaUrl, max: 2 })
  replica.on("error", () => undefined)
  marketplace = new TestMarketplace(replication.primaryUrl)
  store = await marketplace.store("Mithila Haat")
  await marketplace.product({ name: "Makhana", store, price: 100 })
  key = await marketplace.key(await marketplace.account())
  const start = (seconds: number): Promise<TestServer> =>
    startServer({
      lane: "fast",
      databaseUrl: replication.primaryUrl,
      env: { DATABASE_REPLICA_URL: replication.replicaUrl, REPLICA_MAX_LAG_SECONDS: String(seconds) },
    })
  server = await start(MAX_LAG_SECONDS)
  patient = await start(60)
}, 300_000)
afterAll(async () => {
  await Promise.all([server.stop(), patient.stop()])
  await replica.end()
  await marketplace.close()
  await replication.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function price({ url } = server): Promise<number> {
  const response = await fetch(`${url}/v1/products/makhana`, { headers: { authorization: `Bearer ${key.secret}` } })
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  return ((await response.json()) as { data: { price: number } }).data.price
}
function setPrice(to: number) {
  return marketplace.rows("UPDATE product_variant SET price = $1, mrp = $1", [to])
}
/** The replica's own count of reads of the catalogue. */
async function readsOfReplica(): Promise<number> {
  const { rows } = await replica.query<{ n: number }>(
    "SELECT sum(coalesce(idx_scan, 0) + seq_scan)::int AS n FROM pg_stat_user_tables WHERE relname = 'listing'",
  )
  return rows[0]?.n ?? 0
}
async function onReplica(of = server): Promise<boolean> {
  const before = await readsOfReplica()
  for (let index = 0; index < 5; index++) await price(of)
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if ((await readsOfReplica()) > before) return true
  }
  return false
}

test("reads use the replica, which soon shows a change", { timeout: 120_000 }, async () => {
  await expect.poll(() => onReplica(), { timeout: 60_000 }).toBe(true)
  await setPrice(200)
  await expect.poll(() => price(), { timeout: 20_000 }).toBe(200)
})

test("a stalled replica is dropped when its lag exceeds the bound, and used again when it has caught up", {
  timeout: 120_000,
}, async () => {
  await expect.poll(() => onReplica(patient), { timeout: 60_000 }).toBe(true)
  await replica.query("SELECT pg_wal_replay_pause()")
  await setPrice(300)
  const [changedAt, awakeAt] = [Date.now(), activeTimeMs()]
  await expect.poll(() => price(), { timeout: 20_000, interval: 50 }).toBe(300)
  // Its data may be as old as the bound; a check takes a moment more.
  expect(activeTimeMs() - awakeAt).toBeLessThan((MAX_LAG_SECONDS + 3) * 1000)
  for (let index = 0; index < 20; index++) expect(await price()).toBe(300)
  // The bound is this server's own.
  if (Date.now() - changedAt < 50_000) expect(await price(patient)).toBe(200)
  await replica.query("SELECT pg_wal_replay_resume()")
  await expect.poll(() => onReplica(), { timeout: 60_000 }).toBe(true)
})

test("the replica is read while every connection to the primary is busy", { timeout: 120_000 }, async () => {
  await expect.poll(() => onReplica(), { timeout: 60_000 }).toBe(true)
  const holder = new pg.Client({ connectionString: replication.primaryUrl })
  await holder.connect()
  await holder.query("BEGIN; LOCK TABLE customer_order IN ACCESS EXCLUSIVE MODE")
  const waiting = Array.from({ length: 15 }, async () =>
    (await fetch(`${server.url}/v1/orders`, { headers: { authorization: `Bearer ${key.secret}` } })).arrayBuffer(),
  )
  try {
    // A listening server uses some of its ten connections for that.
    await expect
      .poll(
        async () =>
          (await holder.query("SELECT FROM pg_locks WHERE relation = 'customer_order'::regclass AND NOT granted"))
            .rowCount,
        { timeout: 20_000 },
      )
      .toBeGreaterThan(6)
    await waitActiveTime((MAX_LAG_SECONDS + 1) * 1000)
    expect(
      await retryOnStall(
        () => onReplica(),
        (on) => !on,
      ),
    ).toBe(true)
  } finally {
    await holder.end()
  }
  await Promise.all(waiting)
})

test("no read fails or waits long when the replica stops responding", { timeout: 180_000 }, async () => {
  let thaw = (): void => undefined
  const send = async (path: string): Promise<number> => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${key.secret}` },
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status
  }
  // Each with a filter of its own, whose count is not cached.
  const requests = Array.from({ length: 20 }, (_, index) => [
    `/v1/products?min_price=${index + 1}`,
    "/v1/products?max_price=900",
    "/v1/products/makhana",
  ]).flat()
  try {
    thaw = suspend(replication.replicaPid())
    const wave = async (): Promise<Set<number>> => new Set(await Promise.all(requests.map(send)))
    for (let waves = 0; waves < 2; waves++)
      expect(await retryOnStall(wave, (statuses) => statuses.has(503))).toEqual(new Set([200]))
    await setPrice(350)
    await expect.poll(() => price(), { timeout: 20_000 }).toBe(350)
  } finally {
    thaw()
  }
  await setPrice(300)
  await expect.poll(() => onReplica(), { timeout: 60_000 }).toBe(true)
})

test("no read fails when the replica is killed or comes back", { timeout: 120_000 }, async () => {
  await replication.stopReplica()
  for (let index = 0; index < 20; index++) expect(await price()).toBe(300)
  await replication.startReplica()
  await expect.poll(() => onReplica(), { timeout: 60_000 }).toBe(true)
})
