import { afterAll, beforeAll, expect, test } from "vitest"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"

// Three server processes without a worker, and workers that are killed.

/** REQUESTS=100000 sends as many. */
const REQUESTS = Number(process.env.REQUESTS ?? 5_000)
const HALF = REQUESTS / 2

let database: TestDatabase
let marketplace: TestMarketplace
let servers: TestServer[]

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  servers = await Promise.all(
    [1, 2, 3].map(() => startServer({ lane: "fast", databaseUrl: database.url, env: { WORKER: "off" } })),
  )
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await marketplace.close()
  await database.drop()
})

async function sums(credential: string) {
  const [row] = await marketplace.rows<Record<string, number>>(
    `SELECT (SELECT coalesce(sum(requests), 0)::int FROM api_usage WHERE credential_id = $1) AS rolled_up,
            (SELECT coalesce(sum(requests), 0)::int FROM api_usage_current WHERE credential_id = $1) AS current,
            (SELECT coalesce(sum(requests), 0)::int FROM account_usage WHERE account_id = k.account_id) AS by_account,
            (SELECT coalesce(sum(requests), 0)::int FROM account_usage_duration WHERE account_id = k.account_id) AS by_duration
     FROM api_key k WHERE k.id = $1`,
    [credential],
  )
  return row
}

/** Closes the period up to now: the worker would wait for 15 s. */
function close(): Promise<unknown> {
  return marketplace.rows("UPDATE usage_roll_up SET closing_at = uuid_v7_floor(clock_timestamp())")
}
function rollUp(): Promise<unknown> {
  return marketplace.rows("SELECT graphile_worker.add_job('roll_up_usage')")
}

test(`${REQUESTS} requests to three processes are counted exactly, although the roll-up is killed in the middle`, {
  timeout: 180_000 + REQUESTS * 10,
}, async () => {
  const account = await marketplace.account()
  const key = await marketplace.key(account, { rateLimit: 100_000, scopes: ["profile.read", "orders.read"] })
  const reader = await marketplace.key(account, { scopes: ["usage.read"] })
  const startedAt = new Date()
  /** What each process reports of the key. */
  const reported = (): Promise<number[]> =>
    Promise.all(
      servers.map(async ({ url }) => {
        const response = await fetch(`${url}/v1/usage?from=${startedAt.toISOString()}&group_by=key`, {
          headers: { authorization: `Bearer ${reader.secret}` },
        })
        const { data } = (await response.json()) as { data: { key: string; requests: number }[] }
        return data.filter((row) => row.key === `key_${key.id}`).reduce((sum, { requests }) => sum + requests, 0)
      }),
    )
  const send = async (index: number): Promise<number> => {
    const path = index % 10 === 0 ? "/v1/orders/none" : "/v1/me"
    const response = await fetch(`${servers[index % servers.length]?.url}${path}`, {
      headers: { authorization: `Bearer ${key.secret}` },
    })
    await response.arrayBuffer()
    return response.status
  }
  const statuses: number[] = []
  const sendMany = async (from: number, until: number): Promise<void> => {
    for (let index = from; index < until; index += 50)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, more) => send(index + more)))))
  }
  await sendMany(0, HALF)
  await expect.poll(async () => (await sums(key.id))?.current, { timeout: 20_000 }).toBe(HALF)

  // The worker writes api_usage, and then waits for the account's row of account_usage.
  const lock = await marketplace.db.connect()
  await lock.query("BEGIN")
  await lock.query(
    `INSERT INTO account_usage (account_id, livemode, starts_at, requests, errors)
     SELECT $1, true, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1, 0 FROM generate_series(0, 1) n`,
    [account],
  )
  const killed = await WorkerProcess.start(database.url)
  await close()
  await rollUp()
  const waiting = async () =>
    (
      await marketplace.rows(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM api_request_late%'",
      )
    ).length
  await expect.poll(waiting, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
  await killed.kill()
  await lock.query("ROLLBACK")
  lock.release()
  // PostgreSQL rolls back what the killed process did not commit.
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)

  await sendMany(HALF, REQUESTS)
  await expect.poll(async () => (await sums(key.id))?.current, { timeout: 20_000 }).toBe(REQUESTS)
  // These three requests are of the account, too.
  expect(await reported()).toEqual([REQUESTS, REQUESTS, REQUESTS])
  const worker = await WorkerProcess.start(database.url)
  try {
    for (let runs = 0; runs < 3; runs++) {
      await close()
      await rollUp()
      await expect
        .poll(() => sums(key.id), { timeout: 30_000 })
        .toEqual({
          rolled_up: REQUESTS,
          current: REQUESTS,
          by_account: REQUESTS + servers.length,
          by_duration: REQUESTS + servers.length,
        })
    }
  } finally {
    await worker.stop()
  }
  expect(await reported()).toEqual([REQUESTS, REQUESTS, REQUESTS])
  expect([statuses.filter((status) => status === 200).length, statuses.length]).toEqual([REQUESTS * 0.9, REQUESTS])
  expect(
    await marketplace.rows(
      "SELECT status, sum(requests)::int AS requests FROM api_usage WHERE credential_id = $1 GROUP BY 1 ORDER BY 1",
      [key.id],
    ),
  ).toEqual([
    { status: 200, requests: REQUESTS * 0.9 },
    { status: 404, requests: REQUESTS / 10 },
  ])
})
