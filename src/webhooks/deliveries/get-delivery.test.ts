import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { countReplayed } from "@/webhooks/deliveries/replay-deliveries"
import { getDelivery } from "@/webhooks/deliveries/get-delivery"
import { listDeliveries } from "@/webhooks/deliveries/list-deliveries"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

let marketplace: WebhookMarketplace
let caller: Caller
let endpoint: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  const account = await marketplace.account()
  caller = { kind: "session", livemode: true, accountId: account } as Caller
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
})

/** Creates a failed delivery of this time with an attempt of another time. */
async function failed(at: Date, attemptAt = at): Promise<string> {
  const [event, delivery] = [uuidv7({ msecs: at.getTime() }), uuidv7({ msecs: at.getTime() })]
  await marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     VALUES ($1, $2, $3, 'order.created', $4, 'failed', 1, $3, $5)`,
    [delivery, event, at, endpoint, attemptAt],
  )
  await marketplace.rows(
    "INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, duration_ms) VALUES ($1, $2, $3, 1, 'schedule', 'https://hooks.example/', '{}', 1)",
    [uuidv7({ msecs: attemptAt.getTime() }), attemptAt, delivery],
  )
  return delivery
}

test("a delivery shows attempts recorded by a machine whose clock is behind", async () => {
  const at = new Date()
  const delivery = await failed(at, new Date(at.getTime() - 90_000))
  const { history } = await getDelivery(caller, publicId("webhook_delivery", delivery))
  expect(history).toMatchObject([{ number: 1 }])
})

test("the count of failed deliveries equals the list of failed deliveries", async () => {
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  // The first is in a partition that still exists, and was attempted recently.
  await failed(daysAgo(30.2), daysAgo(1))
  await failed(daysAgo(29))
  const id = publicId("webhook_endpoint", endpoint)
  expect((await listDeliveries(caller, { endpoint: id, status: "failed", page: 1, per_page: 20 })).total).toBe(1)
  expect(await countReplayed(caller, { id, since: new Date(0), status: "failed" })).toBe(1)
})
