import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/commands/postgres/embedded-postgres"
import { startServer } from "@/testing/setup/server"
import { transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { SERVER_STOP_MS, WORKER_STOP_MS } from "@/platform/shutdown/stop-times"
import { recordEvent } from "@/webhooks/events/record-events"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { suspend } from "@/testing/fixtures/processes"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { waitActiveTime } from "@/testing/fixtures/machine-stalls"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { migrate } from "../../../prisma/migrate"

// Stopped while PostgreSQL is unavailable and webhooks wait for their receiver, a process must end cleanly and in
// bounded time.

vi.hoisted(() => (process.env.HAAT_SECRET = "one for this test and its processes"))

let folder: string
let postgres: EmbeddedPostgres
let relay: DatabaseProxy
let marketplace: TestMarketplace
let receiver: WebhookReceiver

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "haat-stop-"))
  chmodSync(folder, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(postgres.url)
  marketplace = new TestMarketplace(postgres.url)
  processSingleton("pool", () => marketplace.db)
  relay = new DatabaseProxy(postgres.url)
  receiver = await WebhookReceiver.open()
  receiver.reply("/slow", () => undefined)
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
  await postgres.stop("immediate")
  rmSync(folder, { recursive: true, force: true })
})

/** Makes PostgreSQL unavailable in that way, and restores it. */
const AWAY = {
  gone: async () => {
    await relay.disconnect()
    return () => relay.listen()
  },
  suspended: () => {
    const thaw = suspend(postgres.pid)
    return Promise.resolve(() => Promise.resolve(thaw()))
  },
}

async function deliveriesUnderWay(): Promise<void> {
  const [account, endpoint] = [await marketplace.account(), uuidv7()]
  await marketplace.rows(
    "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, $3, '{order.created}', true, $4)",
    [endpoint, account, receiver.url("/slow"), encryptSecret(endpoint, mintSecret())],
  )
  const before = receiver.received.length
  await transaction((tx) =>
    recordEvent(tx, {
      type: "order.created",
      audience: { accountId: account },
      subjectId: uuidv7(),
      livemode: true,
      data: {},
    }),
  )
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(before)
}

describe.each(Object.keys(AWAY) as (keyof typeof AWAY)[])("while PostgreSQL is %s", (way) => {
  test("a server stops within the time limit", { timeout: 180_000 }, async () => {
    await relay.listen()
    const server = await startServer({ lane: "fast", databaseUrl: relay.url, env: { WEBHOOK_LOOPBACK: "1" } })
    const headers = { authorization: `Bearer ${(await marketplace.key(await marketplace.account())).secret}` }
    expect((await fetch(`${server.url}/v1/me`, { headers })).status).toBe(200)
    await deliveriesUnderWay()
    // Its row of the log is not written yet.
    await fetch(`${server.url}/v1/me`, { headers })
    const comeBack = await AWAY[way]()
    try {
      process.kill(server.pid, "SIGTERM")
      expect(await Promise.race([server.ended, waitActiveTime(SERVER_STOP_MS).then(() => "late")])).toBe("exit code 0")
    } finally {
      await comeBack()
      await server.stop()
      await relay.disconnect()
    }
  })

  test("a worker stops within the time limit", { timeout: 180_000 }, async () => {
    await relay.listen()
    const worker = await WorkerProcess.start(relay.url)
    await deliveriesUnderWay()
    const comeBack = await AWAY[way]()
    try {
      expect(await Promise.race([worker.stop(), waitActiveTime(WORKER_STOP_MS).then(() => "late")])).toBe(0)
    } finally {
      await comeBack()
      await worker.kill()
      await relay.disconnect()
    }
  })
})
