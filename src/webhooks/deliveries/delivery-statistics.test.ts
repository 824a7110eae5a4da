import { afterAll, beforeAll, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { deliveryStatistics, countDeliveries } from "@/webhooks/deliveries/delivery-statistics"
import { listDeliveries } from "@/webhooks/deliveries/list-deliveries"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

interface StoredDelivery {
  endpoint: string
  at: Date
  status?: "delivered" | "failed" | "pending"
  /** One a millisecond. */
  attempts: readonly { status: number | null; error?: string; duration: number; trigger?: "test" }[]
}

async function store({ endpoint, at, status = "delivered", attempts }: StoredDelivery): Promise<void> {
  const [event, delivery] = [uuidv7({ msecs: at.getTime() }), uuidv7({ msecs: at.getTime() })]
  await marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     VALUES ($1, $2, $3, 'order.created', $4, $5, $6, $3, $3)`,
    [delivery, event, at, endpoint, status, attempts.length],
  )
  for (const [index, { status: code, error, duration, trigger = "schedule" }] of attempts.entries())
    await marketplace.rows(
      "INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, status_code, error, duration_ms) VALUES ($1, $2, $3, $8, $4, 'https://hooks.example/', '{}', $5, $6, $7)",
      [
        uuidv7({ msecs: at.getTime() }),
        new Date(at.getTime() + index),
        delivery,
        trigger,
        code,
        error ?? null,
        duration,
        index + 1,
      ],
    )
}

test("an endpoint's deliveries are counted by status and time as its list has them, whatever their attempts", async () => {
  const account = await marketplace.account()
  const caller = { kind: "session", livemode: true, accountId: account } as Caller
  const [{ id: endpoint }, { id: other }] = await Promise.all([
    marketplace.endpoint(account, "https://hooks.example/"),
    marketplace.endpoint(account, "https://other.example/"),
  ])
  const now = new Date()
  const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  const [ok, timeout] = [
    { status: 200, duration: 20 },
    { status: null, error: "timeout", duration: 15_000 },
  ]
  for (const delivery of [
    { at: now, attempts: [{ status: 500, duration: 40 }, ok] },
    { at: now, status: "pending", attempts: [timeout] },
    { at: now, status: "failed", attempts: [{ status: 404, duration: 100, trigger: "test" }] },
    { at: now, endpoint: other, attempts: [ok] },
    { at: hoursAgo(48), attempts: [{ status: 503, duration: 60 }, timeout, { status: 204, duration: 80 }] },
    { at: hoursAgo(167.9), attempts: [ok] },
    { at: hoursAgo(168.1), attempts: [ok] },
  ] as const)
    await store({ endpoint, ...delivery })
  const id = publicId("webhook_endpoint", endpoint)
  const { steps, ...all } = await deliveryStatistics(caller, id, now)
  expect(all).toEqual({ delivered: 3, failed: 1, pending: 1, attempts: 8, median_ms: 50, truncated: false })
  const listed = (status: "delivered" | "failed" | "pending") =>
    listDeliveries(caller, { endpoint: id, status, since: hoursAgo(168), page: 1, per_page: 20 })
  for (const status of ["delivered", "failed", "pending"] as const)
    expect([status, (await listed(status)).total]).toEqual([status, all[status]])
  expect(steps).toHaveLength(29)
  expect(steps[0]?.from).toBe(hoursAgo(168).toISOString())
  expect(steps.filter(({ attempts }) => attempts > 0)).toMatchObject([
    { delivered: 1, failed: 0, pending: 0, attempts: 1, median_ms: 20 },
    { delivered: 1, failed: 0, pending: 0, attempts: 3, median_ms: 70 },
    { delivered: 1, failed: 1, pending: 1, attempts: 4, median_ms: 40 },
  ])
  const stepOf = (at: Date) => steps.find(({ from, until }) => at >= new Date(from) && at < new Date(until))
  expect([stepOf(now), stepOf(hoursAgo(48))?.attempts]).toEqual([steps.at(-1), 3])
  const counted = await countDeliveries(caller, now)
  expect(new Set(counted)).toEqual(
    new Set([
      { endpoint: id, delivered: 3, failed: 1 },
      { endpoint: publicId("webhook_endpoint", other), delivered: 1, failed: 0 },
    ]),
  )
  expect(await countDeliveries({ ...caller, livemode: false }, now)).toEqual([])
  expect(await countDeliveries({ ...caller, accountId: await marketplace.account() }, now)).toEqual([])
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [other])
  expect((await countDeliveries(caller, now)).map(({ delivered }) => delivered)).toEqual([3])
  await expect(deliveryStatistics({ ...caller, livemode: false }, id, now)).rejects.toMatchObject({ code: "not_found" })
})
