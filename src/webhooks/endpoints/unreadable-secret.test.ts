import { hkdfSync, randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { log } from "@/platform/log/log"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { sendTest } from "@/webhooks/endpoints/send-test"

// This process is a worker with a different HAAT_SECRET than the one that encrypted the endpoints' secrets.

const RIGHT_SECRET = randomBytes(32).toString("hex")

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let account: string
let endpoint: string
let secret: string
let now: Date
let deliverer: Deliverer

/** Encrypts with the key that src/platform/secrets.ts derives from RIGHT_SECRET. */
function sealElsewhere(id: string, plain: string): Buffer {
  const keys = (globalThis as unknown as { haat: Map<string, unknown> }).haat
  const wrong = keys.get("key:encryption")
  keys.set("key:encryption", Buffer.from(hkdfSync("sha256", RIGHT_SECRET, "haat", "encryption", 32)))
  const sealed = encryptSecret(id, plain)
  keys.set("key:encryption", wrong)
  return sealed
}

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  account = await marketplace.account()
  ;({ id: endpoint, secret } = await marketplace.endpoint(account, receiver.url("/hooks")))
  await marketplace.rows("UPDATE webhook_endpoint SET secret_encrypted = $2 WHERE id = $1", [
    endpoint,
    sealElsewhere(endpoint, secret),
  ])
  now = new Date(Date.now() + 60_000)
  deliverer = new Deliverer({ clock: () => now })
})
afterEach(() => marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now()"))

async function sweep(): Promise<void> {
  await deliverer.checkDue()
  await deliverer.idle()
}
async function happen(events: number): Promise<void> {
  for (let event = 0; event < events; event++) await marketplace.recordEvent(account)
}
function health() {
  return marketplace.rows("SELECT status, failures_in_a_row FROM webhook_endpoint WHERE id = $1", [endpoint])
}
function attempts() {
  return marketplace.rows(
    "SELECT a.id FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
    [endpoint],
  )
}

test("deliveries that a worker cannot sign cost no attempts, do not disable the endpoint, and are logged", async () => {
  const said = vi.spyOn(log, "error")
  await happen(60)
  for (let round = 0; round < 12; round++) {
    await sweep()
    now = new Date(now.getTime() + 31_000)
  }
  expect(await health()).toEqual([{ status: "enabled", failures_in_a_row: 0 }])
  expect(await attempts()).toEqual([])
  expect(
    await marketplace.rows(
      "SELECT FROM webhook_pending WHERE endpoint_id = $1 AND (failures > 0 OR lease IS NOT NULL)",
      [endpoint],
    ),
  ).toEqual([])
  expect(new Set((await marketplace.deliveries(endpoint)).map(({ status }) => status))).toEqual(new Set(["pending"]))
  expect(
    await marketplace.rows("SELECT FROM graphile_worker._private_jobs WHERE payload->>'template' LIKE 'webhook%'"),
  ).toEqual([])
  expect(said.mock.calls.filter(([about]) => JSON.stringify(about).includes(endpoint))).toHaveLength(12)
  said.mockRestore()
  // Its owner rotates the secret: the unreadable one must not sign or block anything.
  const next = mintSecret()
  await marketplace.rows(
    "UPDATE webhook_endpoint SET previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = now() + interval '24 hours', secret_encrypted = $2 WHERE id = $1",
    [endpoint, encryptSecret(endpoint, next)],
  )
  // One sweep finds them, and each one that ends frees a slot.
  await sweep()
  expect(receiver.received).toHaveLength(60)
  for (const { body, headers } of receiver.received) {
    const [id, timestamp] = [headers["webhook-id"] ?? "", new Date(Number(headers["webhook-timestamp"]) * 1000)]
    expect(headers["webhook-signature"]).toBe(new Webhook(next).sign(id, timestamp, body))
  }
})

test("a worker with the right secret sends deliveries that another worker cannot sign", async () => {
  const wrong = new Deliverer()
  const right = await WorkerProcess.start(marketplace.databaseUrl, { HAAT_SECRET: RIGHT_SECRET })
  try {
    for (let event = 0; event < 20; event++) {
      await happen(1)
      wrong.notify([endpoint])
    }
    const late = Date.now() + 30_000
    while (receiver.received.length < 20 && Date.now() < late) await sleep(20)
  } finally {
    await wrong.stop()
    await right.stop()
  }
  expect(await marketplace.deliveries(endpoint)).toEqual(
    Array(20).fill(expect.objectContaining({ status: "delivered", attempts: 1 })),
  )
  for (const { body, headers } of receiver.received)
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  expect(await health()).toEqual([{ status: "enabled", failures_in_a_row: 0 }])
})

test("a test event reports that the secret cannot be decrypted", async () => {
  expect(await sendTest(endpoint)).toMatchObject({ statusCode: null, error: "secret_unreadable" })
  expect(receiver.received).toEqual([])
})
