import type pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { hashPassword } from "@/auth/password"
import { KEY_SCOPES } from "@/domain/scope"
import { durationBucketOf } from "@/platform/request-log/usage-counts"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { median } from "./measure"

/** The portal's views of a busy account, with their time limits in milliseconds. */
const PORTAL_VIEWS = [
  ["usage.get 30d", 300, "usage.get", { range: "30d", mode: "live", zone: "Asia/Kolkata" }],
  ["usage.get 24h", 300, "usage.get", { range: "24h", mode: "live", zone: "Asia/Kathmandu" }],
  ["usage.errors 30d", 300, "usage.errors", { range: "30d", mode: "live", zone: "Asia/Kolkata" }],
  ["Overview, the page", 300, "/overview?range=30d", null],
  ["requests.list, first page", 100, "requests.list", { mode: "live" }],
  ["requests.list, errors", 100, "requests.list", { mode: "live", status: "error" }],
  ["requests.list, one rare code", 100, "requests.list", { mode: "live", code: "not_found" }],
  ["requests.list, one key", 100, "requests.list", { mode: "live", key: true }],
  ["requests.list, a path that is not there", 100, "requests.list", { mode: "live", path: "nowhere" }],
  ["Request log, the page", 100, "/requests", null],
] as const

const EMAIL = "busy@example.in"
const PASSWORD = "a password for the bench"
const KEYS = 5

/**
 * Inserts a month of requests of one account, spread over 5 keys and 8 operations, with an error in 25, and their
 * counts.
 */
export async function fillRequests(db: pg.Pool, requests: number): Promise<{ keys: string[] }> {
  const account = uuidv7()
  const keys = Array.from({ length: KEYS }, () => uuidv7())
  await db.query(
    "INSERT INTO account (id, email, name, password_hash, email_verified_at, updated_at) VALUES ($1, $2, 'Busy', $3, now(), now())",
    [account, EMAIL, await hashPassword(PASSWORD)],
  )
  await db.query(
    "INSERT INTO api_key (id, account_id, name, mode, scopes, last_used_at) SELECT k, $2, 'Key ' || n, 'live', $3, now() FROM unnest($1::uuid[]) WITH ORDINALITY AS t (k, n)",
    [keys, account, KEY_SCOPES],
  )
  await db.query(
    `WITH operation AS (
       INSERT INTO api_operation (method, operation, scope) SELECT 'GET', 'GET /operation/' || n, 'catalog.read' FROM generate_series(0, 7) n RETURNING id, operation),
     client AS (
       INSERT INTO api_client (digest, user_agent, request_headers, seen_on)
       VALUES (md5('bench')::uuid, 'bench/1.0', '{"accept":"*/*","accept-encoding":"gzip, deflate"}', CURRENT_DATE) RETURNING id)
     INSERT INTO api_request (account_id, id, credential_id, duration_ms, client, status, operation, credential_tag, livemode, oauth, counted, ip, path, query, error_code,
                              response_headers, response_body)
     SELECT $2, made.id, k, abs(hashint4(n) % 60), client.id, CASE WHEN n % 25 = 0 THEN CASE WHEN n % 5000 = 0 THEN 404 ELSE 422 END ELSE 200 END, operation.id,
            credential_tag(k), true, false, true, '203.0.113.7', '/v1/products/product-' || n % 10000, 'page=' || n % 50,
            CASE WHEN n % 25 = 0 THEN CASE WHEN n % 5000 = 0 THEN 'not_found' ELSE 'validation_failed' END END,
            CASE WHEN n % 25 = 0 THEN '{"content-type":"application/json"}'::json END, CASE WHEN n % 25 = 0 THEN repeat('The answer. ', 20) END
     FROM (SELECT n, ($3::uuid[])[1 + n % $4::int] AS k, uuidv7(n * (interval '29 days 23 hours' / $1::int) - interval '29 days 23 hours') AS id FROM generate_series(1, $1::int) AS n) made
     JOIN operation ON operation.operation = 'GET /operation/' || n % 8, client ORDER BY made.id`,
    [requests, account, keys, KEYS],
  )
  await db.query(
    `INSERT INTO api_usage (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms, within_10, within_50, within_100)
     SELECT date_trunc('hour', created_at, 'UTC'), account_id, credential_id, credential_kind, operation, status, coalesce(error_code, ''), count(*), sum(duration_ms),
            count(*) FILTER (WHERE duration_ms <= 10), count(*) FILTER (WHERE duration_ms > 10 AND duration_ms <= 50), count(*) FILTER (WHERE duration_ms > 50)
     FROM request_log WHERE account_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    [account],
  )
  await db.query(
    `INSERT INTO account_usage (account_id, livemode, starts_at, requests, errors, within_10, within_50, within_100)
     SELECT account_id, livemode, date_trunc('hour', created_at, 'UTC'), count(*), count(*) FILTER (WHERE status >= 400),
            count(*) FILTER (WHERE duration_ms <= 10), count(*) FILTER (WHERE duration_ms > 10 AND duration_ms <= 50), count(*) FILTER (WHERE duration_ms > 50)
     FROM request_log WHERE account_id = $1 GROUP BY 1, 2, 3`,
    [account],
  )
  const { rows: durations } = await db.query<{ ms: number }>(
    "SELECT DISTINCT duration_ms AS ms FROM request_log WHERE account_id = $1",
    [account],
  )
  await db.query(
    `INSERT INTO account_usage_duration (account_id, livemode, bucket, starts_at, requests, duration_ms)
     SELECT account_id, livemode, bucket, date_trunc('hour', created_at, 'UTC'), count(*), sum(duration_ms)
     FROM request_log JOIN unnest($2::real[], $3::smallint[]) AS d (ms, bucket) ON d.ms = duration_ms WHERE account_id = $1 GROUP BY 1, 2, 3, 4`,
    [account, durations.map(({ ms }) => ms), durations.map(({ ms }) => durationBucketOf(ms))],
  )
  await db.query("VACUUM ANALYZE api_request, api_usage, account_usage, account_usage_duration")
  return { keys: keys.map((key) => `key_${key}`) }
}

export interface View {
  view: string
  goal: number
  /** Milliseconds, one request at a time. */
  p50: number
  p99: number
}

/** Requests each of the portal's views, one after the other, as one person does. */
export async function measurePortal(url: string, { keys }: { keys: string[] }, repetitions = 50): Promise<View[]> {
  const client = new PortalClient(url)
  const signInError = await client.signIn(EMAIL, PASSWORD)
  if (signInError !== null) throw new Error(`the bench could not sign in: ${signInError}`)
  const views: View[] = []
  for (const [view, goal, target, parameters] of PORTAL_VIEWS) {
    const input = parameters && "key" in parameters ? { mode: parameters.mode, credential: keys[0] } : parameters
    const durations: number[] = []
    for (let i = 0; i < repetitions + 3; i++) {
      const startedAt = performance.now()
      const response = await client.fetch(
        target.startsWith("/") ? target : `/api/trpc/${target}?input=${encodeURIComponent(JSON.stringify(input))}`,
      )
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${view} responded with ${response.status}`)
      // The first few prepare the connections' statements.
      if (i >= 3) durations.push(performance.now() - startedAt)
    }
    const sorted = durations.toSorted((a, b) => a - b)
    views.push({ view, goal, p50: median(durations), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 })
  }
  return views
}
