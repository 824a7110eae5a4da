import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { publicId } from "@/domain/public-id"
import { replayDeliveries } from "@/webhooks/deliveries/replay-deliveries"
import { redeliverOne } from "@/webhooks/deliveries/redeliver-one"
import type { Actor } from "@/platform/audit"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// A redelivery and its audit entry succeed or fail together.

let marketplace: WebhookMarketplace
let account: string
let endpoint: string
let delivery: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
  await marketplace.recordEvent(account)
  delivery = (await marketplace.deliveries(endpoint))[0]?.id ?? ""
  await marketplace.rows("DELETE FROM webhook_pending WHERE endpoint_id = $1", [endpoint])
  await marketplace.rows(
    "UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE endpoint_id = $1",
    [endpoint],
  )
})

function actor(ip: string): Actor {
  return {
    caller: { kind: "session", livemode: true, accountId: account } as Actor["caller"],
    ip,
    requestId: randomUUID(),
  }
}
function one(by: Actor): Promise<unknown> {
  return redeliverOne(by, publicId("webhook_delivery", delivery))
}
function all(by: Actor): Promise<unknown> {
  return replayDeliveries(by, { id: publicId("webhook_endpoint", endpoint), since: new Date(0), status: "failed" })
}

test.each([
  [
    "one delivery",
    one,
    () => ({
      action: "webhook_delivery.redelivered",
      subject: delivery,
      data: { endpoint: publicId("webhook_endpoint", endpoint) },
    }),
  ],
  [
    "all failed deliveries",
    all,
    () => ({
      action: "webhook_endpoint.redelivered",
      subject: endpoint,
      data: { since: new Date(0).toISOString(), status: "failed", count: 1 },
    }),
  ],
] as const)(
  "a redelivery of %s and its audit entry are written together or not at all",
  async (_which, redeliver, entry) => {
    // PostgreSQL rejects this IP address, so the audit entry cannot be written.
    await expect(redeliver(actor("nowhere"))).rejects.toThrow("inet")
    expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "failed" })])
    expect(await marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1", [endpoint])).toEqual([])
    await redeliver(actor("203.0.113.9"))
    expect(await marketplace.deliveries(endpoint)).toEqual([expect.objectContaining({ status: "pending" })])
    expect(
      await marketplace.rows("SELECT action, subject, data FROM audit_entry WHERE actor_id = $1", [account]),
    ).toEqual([entry()])
  },
)
