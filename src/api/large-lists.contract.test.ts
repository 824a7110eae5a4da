import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { DAY_MS } from "@/domain/time-units"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"

const ROWS = 10_000
/**
 * Of the fastest of several reads, because other tests run at the same time. What PostgreSQL reads for a page of
 * deliveries is counted in list-deliveries.test.ts.
 */
const LIMIT_MS = 300
const READS = 6

describe(`lists of ${ROWS} rows`, () => {
  let lane: Lane
  let client: PortalClient
  let key: { id: string; secret: string }
  const endpoint = uuidv7()

  beforeAll(async () => {
    lane = await Lane.lease("fast")
    const account = await lane.marketplace.account()
    client = await lane.signedIn(account)
    key = await lane.marketplace.key(account, { scopes: ["usage.read", "webhooks.manage"], rateLimit: 1_000 })
    // A request in 12 s and a delivery in 12 s, for a bit more than a day.
    await lane.marketplace.rows(
      `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, query, operation, status, error_code, duration_ms, created_at)
       SELECT id, id::text, $2, 'api_key', $3, true, 'GET', '/v1/products', 'q=rice&page=' || n, 'GET /products', CASE WHEN n % 25 = 0 THEN 422 ELSE 200 END,
              CASE WHEN n % 25 = 0 THEN 'validation_failed' END, 3, at
       FROM (SELECT n, now() - n * interval '12 s' AS at, gen_random_uuid() AS id FROM generate_series(1, $1::int) n) made`,
      [ROWS, account, key.id],
    )
    await lane.marketplace.rows(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, 'https://ledger.example/hook', '{order.created}', true, '')",
      [endpoint, account],
    )
    await lane.marketplace.rows(
      `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
       SELECT gen_random_uuid(), gen_random_uuid(), at, 'order.created', $2, CASE WHEN n % 25 = 0 THEN 'failed' ELSE 'delivered' END, 1, at, at
       FROM (SELECT n, date_trunc('milliseconds', now() - n * interval '12 s') AS at FROM generate_series(1, $1::int) n) made`,
      [ROWS, endpoint],
    )
  })
  afterAll(() => lane.close())

  /** The shortest of several reads, in milliseconds, and the last response's text. */
  const read = async (get: () => Promise<Response>): Promise<{ ms: number; text: string }> => {
    let [ms, text] = [Infinity, ""]
    for (let count = 0; count < READS; count++) {
      const startedAt = performance.now()
      const response = await get()
      text = await response.text()
      expect(response.status, text.slice(0, 300)).toBe(200)
      ms = Math.min(ms, performance.now() - startedAt)
    }
    return { ms, text }
  }
  const api = (path: string) =>
    read(() => fetch(`${lane.url}/v1${path}`, { headers: { authorization: `Bearer ${key.secret}` } }))
  const page = (path: string) => read(() => client.fetch(path))
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
  const checkAll = async (reads: Record<string, () => Promise<{ ms: number; text: string }>>): Promise<void> => {
    const slow: string[] = []
    for (const [name, get] of Object.entries(reads)) {
      const { ms } = await get()
      if (ms >= LIMIT_MS) slow.push(`${name}: ${ms.toFixed(0)} ms`)
    }
    expect(slow).toEqual([])
  }

  test("requests are filtered by time and paged in under 300 ms, by the API and in the portal", async () => {
    const { text } = await api(`/requests?from=${hoursAgo(30)}&until=${hoursAgo(20)}`)
    const { data, meta } = JSON.parse(text) as { data: { created_at: string; query: string }[]; meta: { next: string } }
    expect(data).toHaveLength(50)
    expect(data.every(({ created_at }) => Date.parse(created_at) <= Date.now() - 20 * 3_600_000)).toBe(true)
    expect(data[0]?.query).toMatch(/^q=rice&page=\d+$/)
    const next = encodeURIComponent(meta.next)
    const old = encodeURIComponent(
      `${new Date(Date.now() - DAY_MS).toISOString()}~${"f".repeat(8)}-0000-7000-8000-000000000000`,
    )
    await checkAll({
      "API, newest": () => api("/requests"),
      "API, time": () => api(`/requests?from=${hoursAgo(30)}&until=${hoursAgo(20)}`),
      "API, next page of a time": () => api(`/requests?from=${hoursAgo(30)}&before=${next}`),
      "API, errors": () => api("/requests?status=error"),
      "API, a path that is not there": () => api("/requests?path=nowhere"),
      "page, newest": () => page("/requests"),
      "page, time": () => page("/requests?within=1h"),
      "page, from and until": () => page(`/requests?from=${hoursAgo(30)}&until=${hoursAgo(20)}`),
      "page, a day back": () => page(`/requests?before=${old}`),
      "page, errors": () => page("/requests?status=error"),
    })
  })

  test("deliveries are filtered by time and paged in under 300 ms, by the API and in the portal", async () => {
    const id = `we_${endpoint}`
    const { text } = await api(`/webhook-deliveries?endpoint=${id}&per_page=100&page=100`)
    expect((JSON.parse(text) as { meta: object }).meta).toMatchObject({ total: ROWS, last_page: 100 })
    await checkAll({
      "API, newest": () => api("/webhook-deliveries?per_page=100"),
      "API, last page": () => api("/webhook-deliveries?per_page=100&page=100"),
      "API, failed": () => api("/webhook-deliveries?status=failed"),
      "page, newest": () => page(`/webhooks/${id}`),
      "page, time": () => page(`/webhooks/${id}?within=24h`),
      "page, last page": () => page(`/webhooks/${id}?per_page=100&page=100`),
      "page, failed": () => page(`/webhooks/${id}?status=failed`),
    })
  })
})
