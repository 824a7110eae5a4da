import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { registerApp } from "@/testing/fixtures/oauth-apps"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { authPool, createPool } from "@/platform/db/pool"
import { metricsResponse } from "@/platform/metrics/metrics"
import { processSingleton } from "@/platform/process-singleton"

const TOKEN = vi.hoisted(() => (process.env.METRICS_TOKEN = "a-token-of-the-operators"))

let database: TestDatabase
let marketplace: TestMarketplace

beforeAll(async () => {
  database = await emptyTestDatabase()
  processSingleton("pool", () => createPool(database.url))
  marketplace = new TestMarketplace(database.url)
})
afterAll(async () => {
  await processSingleton("pool", () => createPool(database.url)).end()
  await marketplace.close()
  await database.drop()
})

async function counted(queue: string): Promise<Record<string, number>> {
  const { body } = await metricsResponse(`Bearer ${TOKEN}`)
  return Object.fromEntries(
    [...body.matchAll(new RegExp(`^${queue}(?:\\{state="(\\w+)"\\}|_oldest_seconds) (\\S+)$`, "gm"))].map(
      ([, state, value]) => [state ?? "oldest", Math.floor(Number(value))],
    ),
  )
}
function queue() {
  return counted("haat_jobs")
}

test("a job is counted as ready, running or failed, and a running one has no age", async () => {
  await marketplace.rows(
    "SELECT FROM graphile_worker.add_job('any', run_at := now() - interval '10 minutes', max_attempts := 1)",
  )
  const backlog = await queue()
  expect(backlog).toEqual({ ready: 1, running: 0, waiting: 0, failed: 0, oldest: expect.any(Number) as number })
  expect(backlog.oldest).toBeGreaterThanOrEqual(600)
  expect(backlog.oldest).toBeLessThan(660)
  await marketplace.rows(
    "UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'somebody'",
  )
  expect(await queue()).toEqual({ ready: 0, running: 1, waiting: 0, failed: 0, oldest: 0 })
  await marketplace.rows("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL")
  expect(await queue()).toEqual({ ready: 0, running: 0, waiting: 0, failed: 1, oldest: 0 })
})

test("a delivery is counted as ready, running, waiting, or held by its endpoint, account or store", async () => {
  const webhooks = () => counted("haat_webhooks")
  const account = await marketplace.account()
  const store = await marketplace.store("Kirana", { owner: account })
  const [endpoint] = await marketplace.rows<{ id: string }>(
    "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted, updated_at) VALUES (gen_random_uuid(), $1, 'https://hooks.example/', '{order.created}', true, '', now() - interval '1 hour') RETURNING id",
    [account],
  )
  const add = (due: string, storeId: number | null = null) =>
    marketplace.rows(
      `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at, store_id)
       VALUES (gen_random_uuid(), now(), $1, gen_random_uuid(), now(), now() + $2::interval, $3)`,
      [endpoint?.id, due, storeId],
    )
  await add("-10 minutes")
  await add("-5 minutes", store)
  await add("5 minutes")
  expect(await webhooks()).toEqual({
    ready: 2,
    running: 0,
    waiting: 1,
    held: 0,
    oldest: expect.closeTo(600, -2) as number,
  })
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 1")
  expect(await webhooks()).toEqual({ ready: 2, running: 0, waiting: 1, held: 0, oldest: 0 })
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 0")
  await marketplace.rows("UPDATE store SET status = 'suspended' WHERE id = $1", [store])
  expect(await webhooks()).toEqual({
    ready: 1,
    running: 0,
    waiting: 1,
    held: 1,
    oldest: expect.closeTo(600, -2) as number,
  })
  await add("-1 minute")
  await marketplace.rows(
    "UPDATE webhook_pending SET lease = gen_random_uuid(), leased_until = now() + interval '30 seconds' WHERE store_id IS NULL AND due_at < now() - interval '9 minutes'",
  )
  // A worker is sending to it.
  expect(await webhooks()).toEqual({ ready: 1, running: 1, waiting: 1, held: 1, oldest: 0 })
  await marketplace.rows("UPDATE webhook_pending SET lease = NULL, leased_until = NULL")
  for (const held of [
    "webhook_endpoint SET status = 'paused'",
    "webhook_endpoint SET status = 'enabled', deleted_at = now()",
    "account SET locked_at = now()",
  ]) {
    await marketplace.rows(`UPDATE ${held}`)
    expect(await webhooks(), held).toEqual({ ready: 0, running: 0, waiting: 1, held: 3, oldest: 0 })
  }
})

test("a delivery to an app's endpoint is counted, and held while the app cannot be used", async () => {
  await marketplace.rows("DELETE FROM webhook_pending")
  const app = await registerApp(marketplace, {})
  await marketplace.rows(
    `WITH endpoint AS (
       INSERT INTO webhook_endpoint (id, app_id, url, events, livemode, secret_encrypted, updated_at)
       VALUES (gen_random_uuid(), $1, 'https://hooks.example/', '{order.created}', true, '', now() - interval '1 hour') RETURNING id)
     INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
     SELECT gen_random_uuid(), now(), id, gen_random_uuid(), now(), now() - interval '10 minutes' FROM endpoint`,
    [app.id],
  )
  const webhooks = () => counted("haat_webhooks")
  const ready = { ready: 1, running: 0, waiting: 0, held: 0, oldest: expect.closeTo(600, -2) as number }
  expect(await webhooks()).toEqual(ready)
  for (const column of ["suspended_at", "deleted_at"]) {
    await marketplace.rows(`UPDATE oauth_app SET ${column} = now() WHERE id = $1`, [app.id])
    expect(await webhooks(), column).toEqual({ ready: 0, running: 0, waiting: 0, held: 1, oldest: 0 })
    await marketplace.rows(`UPDATE oauth_app SET ${column} = NULL WHERE id = $1`, [app.id])
  }
  expect(await webhooks()).toEqual(ready)
})

test("the queues in the process are reported", async () => {
  const { body } = await metricsResponse(`Bearer ${TOKEN}`)
  for (const line of ["haat_batch_requests_waiting 0", "haat_request_log_waiting 0", "haat_request_log_lost_total 0"])
    expect(body.split("\n")).toContain(line)
})

test("the connections of each pool are reported separately", async () => {
  await authPool().query("SELECT")
  const { body } = await metricsResponse(`Bearer ${TOKEN}`)
  for (const line of [
    'haat_database_connections{pool="auth",state="idle"} 1',
    'haat_database_connections{pool="main",state="busy"} 0',
    'haat_database_waiting{pool="main"} 0',
    'haat_database_waiting{pool="auth"} 0',
  ])
    expect(body.split("\n")).toContain(line)
  await authPool().end()
})
