import { chmodSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { unprivilegedAccount } from "@/commands/postgres/postgres-account"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { ensurePgbouncer, startProgram } from "@/testing/setup/program"
import { startServer, type TestServer } from "@/testing/setup/server"
import { type TestKey, TestMarketplace } from "@/testing/fixtures/marketplace"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"

const pgbouncer = ensurePgbouncer()
const SESSIONS = 3

describe.runIf(pgbouncer)("behind pgbouncer in transaction mode", () => {
  let database: TestDatabase
  let marketplace: TestMarketplace
  let bouncer: { stop(): Promise<void> }
  let server: TestServer
  let account: string
  let store: number
  let key: TestKey
  beforeAll(async () => {
    database = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
    account = await marketplace.account()
    store = await marketplace.store("Mithila Haat", { owner: account })
    for (let index = 0; index < 20; index++) await marketplace.product({ name: `Makhana ${index}`, store })
    key = await marketplace.key(account)
    const port = await freePort()
    bouncer = await startBouncer(database.url, port)
    server = await startServer({
      lane: "fast",
      databaseUrl: `postgresql://anybody@127.0.0.1:${port}/haat`,
      env: { DATABASE_DIRECT_URL: database.url, DATABASE_PREPARED: "off", POOL_SIZE: "20" },
    })
  })
  afterAll(async () => {
    await server.stop()
    await bouncer.stop()
    await marketplace.close()
    await database.drop()
  })

  const call = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      ...init,
      headers: {
        authorization: `Bearer ${key.secret}`,
        "content-type": "application/json",
        ...(init.headers as Record<string, string>),
      },
    })

  test("twenty client connections share three server sessions, and every read is correct", async () => {
    const paths = Array.from({ length: 20 }, (_, index) => [
      "/v1/me",
      "/v1/products?per_page=5",
      `/v1/products/makhana-${index}`,
    ]).flat()
    // More requests at once would wait too long for a connection where other tests take the processor.
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(
        paths.map(async (path) => {
          const response = await retryRequestOnStall(() => call(path))
          return [response.status, ((await response.json()) as { data: unknown }).data !== undefined]
        }),
      )
      expect(responses).toEqual(paths.map(() => [200, true]))
    }
    const [sessions] = await marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'haat' AND client_port IS NOT NULL",
    )
    // The job queue has a few sessions of its own.
    expect(sessions?.n).toBeLessThanOrEqual(SESSIONS + 8)
  })

  test("a seller order is shipped once per Idempotency-Key", async () => {
    const { sellerOrders } = await marketplace.order({ account, stores: [store] })
    const init = {
      method: "PATCH",
      body: JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" }),
      headers: { "idempotency-key": "one" },
    }
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () =>
          (await retryRequestOnStall(() => call(`/v1/seller/orders/so_${sellerOrders[0]?.id ?? ""}/ship`, init)))
            .status,
      ),
    )
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await marketplace.rows("SELECT FROM shipment")).toHaveLength(1)
  })

  test("jobs are processed, bypassing the pooler", async () => {
    await marketplace.rows("SELECT graphile_worker.add_job('clean_up')")
    await expect
      .poll(() => marketplace.rows("SELECT task_identifier FROM graphile_worker.jobs"), { timeout: 20_000 })
      .toEqual([])
  })
})

async function startBouncer(databaseUrl: string, port: number): Promise<{ stop(): Promise<void> }> {
  const { hostname, port: target, pathname, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), "haat-bouncer-"))
  chmodSync(folder, 0o755)
  const config = join(folder, "pgbouncer.ini")
  writeFileSync(
    config,
    `[databases]
haat = host=${hostname} port=${target} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 200
`,
  )
  const account = unprivilegedAccount()
  return startProgram(pgbouncer ?? "", ["-q", config], port, account ? { uid: account.uid, gid: account.gid } : {})
}
