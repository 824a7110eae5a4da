import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/commands/postgres/embedded-postgres"
import { createPool } from "@/platform/db/pool"
import { transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { recordEvent } from "@/webhooks/events/record-events"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { migrate } from "../../../prisma/migrate"

const EVENTS = 5_000
const ENDPOINTS = 5
const WORKERS = 3
/** Events per second, so that crashes happen between them. */
const RATE = 150
const KILLS = 12
/** Share of the changes that roll back after recording their event. */
const ROLLED_BACK = 0.1

let folder: string
let postgres: EmbeddedPostgres
let database: DatabaseProxy
let pool: pg.Pool
let receiver: WebhookReceiver
let workers: WorkerProcess[]
const accounts: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "haat-crash-"))
  chmodSync(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data") })
  await migrate(postgres.url)
  database = new DatabaseProxy(postgres.url)
  await database.listen()
  pool = processSingleton("pool", () => createPool(database.url))
  receiver = await WebhookReceiver.open()
  for (let index = 0; index < ENDPOINTS; index++) {
    const [account, endpoint] = [uuidv7(), uuidv7()]
    await pool.query("INSERT INTO account (id, email, name, updated_at) VALUES ($1, $2, 'Asha Jha', now())", [
      account,
      `${account}@example.in`,
    ])
    await pool.query(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, $3, '{order.created}', true, $4)",
      [endpoint, account, receiver.url(`/${index}`), encryptSecret(endpoint, mintSecret())],
    )
    accounts.push(account)
  }
  workers = await Promise.all(Array.from({ length: WORKERS }, () => WorkerProcess.start(database.url)))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await receiver.close()
  await pool.end()
  await database.disconnect()
  await postgres.stop("immediate")
  if (postgres.outside) rmSync(join(postgres.outside, ".."), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

/** Makes one change with its event; it may roll back or be interrupted by a crash. */
async function change(number: number): Promise<void> {
  const outcome = await transaction(async (tx) => {
    await recordEvent(tx, {
      type: "order.created",
      audience: { accountId: accounts[number % ENDPOINTS] ?? "" },
      subjectId: uuidv7(),
      livemode: true,
      data: { number },
    })
    if (Math.random() < ROLLED_BACK) throw new Error("no stock")
  }).catch((error: Error) => error)
  // After a crash the client retries a moment later.
  if (outcome instanceof Error && outcome.message !== "no stock") await sleep(100)
}

async function committed(): Promise<number> {
  return (await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM webhook_event")).rows[0]?.count ?? 0
}

async function produce(): Promise<void> {
  let number = 0
  for (let enough = false; !enough; ) {
    await Promise.all(Array.from({ length: RATE / 10 }, () => change(number++)).concat(sleep(100)))
    enough = (await committed().catch(() => 0)) >= EVENTS
  }
}

async function killAtRandom(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(1_000 + Math.random() * 2_000)
    const index = Math.floor(Math.random() * WORKERS)
    await workers[index]?.kill()
    // A worker cannot start while the database is down.
    for (let started = false; !started; ) {
      started = await WorkerProcess.start(database.url).then(
        (worker) => ((workers[index] = worker), true),
        () => sleep(200, false),
      )
    }
  }
}

async function restart(how: "fast" | "immediate"): Promise<void> {
  await postgres.stop(how)
  await database.disconnect()
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data") })
  database.setTarget(postgres.url)
  await database.listen()
}

test("every committed event arrives, and no other, while workers are killed and PostgreSQL is restarted", {
  timeout: 480_000,
}, async () => {
  const restarts = sleep(8_000)
    .then(() => restart("fast"))
    .then(() => sleep(8_000))
    .then(() => restart("immediate"))
  await Promise.all([produce(), killAtRandom(), restarts])

  const { rows: events } = await pool.query<{ id: string; number: number }>(
    "SELECT id, (data->>'number')::int AS number FROM webhook_event",
  )
  const missing = (): number[] => {
    const arrived = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as { data: { number: number } }).data.number),
    )
    return events.map(({ number }) => number).filter((number) => !arrived.has(number))
  }
  // Other workers claim a killed worker's deliveries when its leases end.
  const late = Date.now() + 90_000
  while (missing().length > 0 && Date.now() < late) await sleep(500)
  expect(missing()).toEqual([])

  const idOf = new Map(events.map(({ id, number }) => [number, `evt_${id}`]))
  for (const { headers, body } of receiver.received) {
    const payload = JSON.parse(body) as { id: string; data: { number: number } }
    expect(payload.id, "a rolled-back event was sent").toBe(idOf.get(payload.data.number))
    expect(headers["webhook-id"]).toBe(payload.id)
  }
  expect(events.length).toBeGreaterThanOrEqual(EVENTS)
  const duplicates = receiver.received.length - events.length
  expect(duplicates / events.length).toBeLessThan(0.02)

  const pending = async (): Promise<unknown[]> =>
    (await pool.query<object>("SELECT delivery_id, due_at, leased_until FROM webhook_pending")).rows
  while ((await pending()).length > 0 && Date.now() < late) await sleep(500)
  expect(await pending()).toEqual([])
  const { rows } = await pool.query("SELECT status, count(*)::int AS count FROM webhook_delivery GROUP BY status")
  expect(rows).toEqual([{ status: "delivered", count: events.length }])
  process.stdout.write(`webhooks: ${events.length} events, ${KILLS} kills, 2 restarts, ${duplicates} duplicates\n`)
})
