import pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { freePort } from "../src/commands/process/free-port"
import { startServerProcess } from "../src/commands/process/server-process"
import { emptyTestDatabase } from "../src/testing/setup/database"
import { BACKLOG_LIMIT } from "@/webhooks/events/record-events"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { measureDrainRate } from "./drain-rate"
import { median } from "./measure"
import { deliveriesRatio } from "./results"

/** Deliveries per second to a receiver on this machine, one value per run. */
export interface Deliveries {
  baseline: number[]
  worker: number[]
  goal: number
}

const ENDPOINT_COUNT = 20
const GOAL = 0.5
const EVENT_DATA = {
  id: "so_0190f5e2-7c1a-7000-8000-000000000000",
  number: "HT-2611-000123-1",
  status: "shipped",
  version: 4,
  items: Array.from({ length: 3 }, (_, i) => ({
    sku: `SKU-${i}`,
    name: "Madhubani stole",
    quantity: 1,
    unit_price: 149900,
    total: 149900,
  })),
}

/**
 * Delivers the same number with the plain loop and with one worker, alternately. Measures from the first request to the
 * last.
 */
export async function measureDeliveries(rounds: number, count: number): Promise<Deliveries> {
  const database = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    DATABASE_URL: database.url,
    WEBHOOK_LOOPBACK: "1",
    LOG_LEVEL: "error",
  }
  const receiver = await startServerProcess({
    args: ["--import", "tsx", "bench/deliveries-receiver.ts"],
    env: { ...env, PORT: String(port) },
  })
  const result: Deliveries = { baseline: [], worker: [], goal: GOAL }
  try {
    await db.query(
      "CREATE TABLE baseline_delivery (id bigserial PRIMARY KEY, url text NOT NULL, body text NOT NULL, status text NOT NULL DEFAULT 'pending')",
    )
    await db.query("CREATE INDEX baseline_pending ON baseline_delivery (id) WHERE status = 'pending'")
    await db.query(
      "CREATE TABLE baseline_attempt (id bigserial PRIMARY KEY, delivery_id bigint NOT NULL, status_code int, duration_ms int, created_at timestamptz NOT NULL DEFAULT now())",
    )
    const account = await createEndpoints(db, url)
    const drain = async (args: string[]): Promise<number> => {
      await db.query("VACUUM ANALYZE")
      await fetch(`${url}reset`)
      const worker = await startServerProcess({ args, env })
      try {
        return await measureDrainRate(url, count, worker)
      } finally {
        await worker.stop()
      }
    }
    for (let round = 0; round < rounds; round++) {
      await db.query("INSERT INTO baseline_delivery (url, body) SELECT $1, $2 FROM generate_series(1, $3::int)", [
        url,
        JSON.stringify(EVENT_DATA),
        count,
      ])
      result.baseline.push(await drain(["--import", "tsx", "bench/deliveries-baseline.ts"]))
      await createDeliveries(db, account, count)
      result.worker.push(await drain(["dist/worker.mjs"]))
      const { rows } = await db.query<{ recorded: number }>(
        "SELECT count(*)::int AS recorded FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id WHERE d.status = 'delivered'",
      )
      if (rows[0]?.recorded !== count * (round + 1))
        throw new Error(`${rows[0]?.recorded} of ${count * (round + 1)} attempts were recorded`)
    }
  } finally {
    await receiver.stop()
    await db.end()
    await database.drop()
  }
  return result
}

async function createEndpoints(db: pg.Pool, url: string): Promise<string> {
  const account = uuidv7()
  await db.query("INSERT INTO account (id, email, name, updated_at) VALUES ($1, 'bench@example.in', 'Bench', now())", [
    account,
  ])
  for (let index = 0; index < ENDPOINT_COUNT; index++) {
    const id = uuidv7()
    await db.query(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, $3, '{order.created}', true, $4)",
      [id, account, url, encryptSecret(id, mintSecret())],
    )
  }
  return account
}

/**
 * Creates what recordEvent would: an event, a delivery and its pending row each, and a job until an endpoint has a
 * backlog.
 */
async function createDeliveries(db: pg.Pool, account: string, count: number): Promise<void> {
  const { rows: endpoints } = await db.query<{ id: string }>("SELECT id FROM webhook_endpoint")
  const at = new Date()
  const ids = Array.from(
    { length: count },
    () => [uuidv7({ msecs: at.getTime() }), uuidv7({ msecs: at.getTime() })] as const,
  )
  const columns = [
    ids.map(([event]) => event),
    ids.map(([, delivery]) => delivery),
    ids.map((_, index) => endpoints[index % endpoints.length]?.id),
  ]
  const source = "unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t (event, delivery, endpoint)"
  const write = (text: string, ...extraValues: unknown[]): Promise<unknown> =>
    db.query(text, [...columns, ...extraValues])
  await write(
    `INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data, created_at) SELECT event, 'order.created', $4, event, '2026-05-01', true, $5, $6 FROM ${source}`,
    account,
    JSON.stringify(EVENT_DATA),
    at,
  )
  await write(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, next_attempt_at, created_at) SELECT delivery, event, $4, 'order.created', endpoint, now(), $4 FROM ${source}`,
    at,
  )
  await write(
    `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at) SELECT delivery, $4, endpoint, event, $4, now() FROM ${source}`,
    at,
  )
  await write(
    `SELECT graphile_worker.add_job('deliver_webhooks', json_build_object('endpoints', ARRAY[endpoint]), job_key => delivery::text, job_key_mode => 'unsafe_dedupe') FROM ${source} LIMIT $4`,
    endpoints.length * BACKLOG_LIMIT,
  )
}

export function summaryOf(deliveries: Deliveries): string {
  return `baseline ${median(deliveries.baseline).toFixed(0)}/s, worker ${median(deliveries.worker).toFixed(0)}/s, ratio ${deliveriesRatio(deliveries).toFixed(2)} (goal ${deliveries.goal}, ${deliveriesRatio(deliveries) >= deliveries.goal ? "met" : "missed"})`
}
