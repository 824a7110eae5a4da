import { afterAll, beforeAll, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { attemptStatistics, countAttempts } from "@/webhooks/deliveries/attempt-statistics"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

interface StoredAttempt {
  endpoint: string
  at: Date
  status: number | null
  error?: string
  duration: number
  trigger?: "schedule" | "redelivery" | "test"
}

async function store({ endpoint, at, status, error, duration, trigger = "schedule" }: StoredAttempt): Promise<void> {
  const [event, delivery] = [uuidv7({ msecs: at.getTime() }), uuidv7({ msecs: at.getTime() })]
  await marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     VALUES ($1, $2, $3, 'order.created', $4, 'delivered', 1, $3, $3)`,
    [delivery, event, at, endpoint],
  )
  await marketplace.rows(
    "INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, status_code, error, duration_ms) VALUES ($1, $2, $3, 1, $4, 'https://hooks.example/', '{}', $5, $6, $7)",
    [uuidv7({ msecs: at.getTime() }), at, delivery, trigger, status, error ?? null, duration],
  )
}

test("an endpoint's attempts are counted by time, without tests, older ones and those of other endpoints", async () => {
  const account = await marketplace.account()
  const caller = { kind: "session", livemode: true, accountId: account } as Caller
  const [{ id: endpoint }, { id: other }] = await Promise.all([
    marketplace.endpoint(account, "https://hooks.example/"),
    marketplace.endpoint(account, "https://other.example/"),
  ])
  const now = new Date()
  const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  for (const attempt of [
    { at: now, status: 200, duration: 20 },
    { at: now, status: 500, duration: 40, trigger: "redelivery" },
    { at: now, status: 200, duration: 900, trigger: "test" },
    { at: now, status: 200, duration: 900, endpoint: other },
    { at: hoursAgo(48), status: 204, duration: 60 },
    { at: hoursAgo(48), status: 200, error: "invalid_response", duration: 80 },
    { at: hoursAgo(48), status: null, error: "timeout", duration: 15_000 },
    { at: hoursAgo(8 * 24), status: 200, duration: 900 },
  ] as const)
    await store({ endpoint, ...attempt })
  const { steps, ...all } = await attemptStatistics(caller, publicId("webhook_endpoint", endpoint), now)
  expect(all).toEqual({ attempts: 5, failed: 3, median_ms: 50, truncated: false })
  expect(steps).toHaveLength(28)
  expect(steps.filter(({ attempts }) => attempts > 0)).toMatchObject([
    { attempts: 3, failed: 2, median_ms: 70 },
    { attempts: 2, failed: 1, median_ms: 30 },
  ])
  const [last, stepOf] = [
    steps.at(-1),
    (at: Date) => steps.find(({ from, until }) => at >= new Date(from) && at < new Date(until)),
  ]
  expect([stepOf(now), stepOf(hoursAgo(48))?.attempts]).toEqual([last, 3])
  const counted = await countAttempts(caller, now)
  expect(new Set(counted)).toEqual(
    new Set([
      { endpoint: publicId("webhook_endpoint", endpoint), attempts: 5, failed: 3 },
      { endpoint: publicId("webhook_endpoint", other), attempts: 1, failed: 0 },
    ]),
  )
  expect(await countAttempts({ ...caller, livemode: false }, now)).toEqual([])
  expect(await countAttempts({ ...caller, accountId: await marketplace.account() }, now)).toEqual([])
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [other])
  expect((await countAttempts(caller, now)).map(({ attempts }) => attempts)).toEqual([5])
  await expect(
    attemptStatistics({ ...caller, livemode: false }, publicId("webhook_endpoint", endpoint), now),
  ).rejects.toMatchObject({ code: "not_found" })
})
