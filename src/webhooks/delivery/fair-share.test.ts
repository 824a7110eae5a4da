import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { Deliverer } from "@/webhooks/delivery/deliverer"

// Work for many endpoints must not starve another endpoint.

const MANY = 1_000

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let deliverer: Deliverer

function retries(path: string): number {
  return receiver.received.filter((received) => received.path.startsWith(path)).length
}

/** Creates an event for each of many endpoints whose last attempt failed. */
async function manyWait(path: string, events: number): Promise<void> {
  const account = await marketplace.account()
  for (let index = 0; index < MANY; index++) await marketplace.endpoint(account, receiver.url(`${path}/${index}`))
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 1 WHERE account_id = $1", [account])
  for (let event = 0; event < events; event++) await marketplace.recordEvent(account)
}

/** Creates an endpoint that has never failed, and that a sweep finds last. */
async function healthy(): Promise<{ account: string; endpoint: string }> {
  const account = await marketplace.account()
  return { account, endpoint: (await marketplace.endpoint(account, receiver.url("/healthy"))).id }
}

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open({ timeoutMs: 60_000 })
  receiver = await WebhookReceiver.open()
})
afterEach(() => deliverer.stop())
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})

test("a new event is sent before a long queue of retries", async () => {
  await manyWait("/retries", 1)
  const { account, endpoint } = await healthy()
  await marketplace.recordEvent(account)
  deliverer = new Deliverer()
  await deliverer.checkDue()
  deliverer.notify([endpoint])
  await deliverer.idle()
  expect(retries("/retries")).toBe(MANY)
  const [row] = await marketplace.rows<{ before: number }>(
    "SELECT (SELECT count(*) FROM webhook_attempt b WHERE b.created_at < a.created_at)::int AS before FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
    [endpoint],
  )
  expect(row?.before).toBeLessThan(MANY / 2)
})

test("hanging endpoints leave the reserved slots to endpoints that do not fail", async () => {
  for (let index = 0; index < MANY; index++) receiver.reply(`/hangs/${index}`, () => undefined)
  await manyWait("/hangs", 2)
  const { account, endpoint } = await healthy()
  deliverer = new Deliverer()
  const before = receiver.at("/healthy").length
  await deliverer.checkDue()
  await expect.poll(() => retries("/hangs"), { timeout: 30_000 }).toBe(2 * MANY - 200)
  await deliverer.checkDue()
  await marketplace.recordEvent(account)
  deliverer.notify([endpoint])
  await expect.poll(() => receiver.at("/healthy").length).toBe(before + 1)
  expect(retries("/hangs")).toBe(2 * MANY - 200)
})
