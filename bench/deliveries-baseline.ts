import { createHmac } from "node:crypto"
import pg from "pg"
import { Agent, request } from "undici"

// The baseline of webhook deliveries: a plain loop that claims 200 rows with SKIP LOCKED, posts them signed over
// keep-alive connections, and writes attempts and states in one statement each. One flat table, no endpoint lookup, no
// schedule, no checks, no limits.
// Run as a process of its own: node --import tsx bench/deliveries-baseline.ts

const CLAIM_SQL =
  "SELECT id, url, body FROM baseline_delivery WHERE status = 'pending' ORDER BY id LIMIT 200 FOR UPDATE SKIP LOCKED"
const MARK_DELIVERED_SQL = "UPDATE baseline_delivery SET status = 'delivered' WHERE id = ANY ($1)"
const RECORD_ATTEMPTS_SQL =
  "INSERT INTO baseline_attempt (delivery_id, status_code, duration_ms) SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[])"

interface Delivery {
  id: string
  url: string
  body: string
}

const agent = new Agent({ connections: 50 })
const secret = Buffer.alloc(32, 7)

async function post({ id, url, body }: Delivery): Promise<{ id: string; status: number; took: number }> {
  const startedAt = performance.now()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  }
  const response = await request(url, { method: "POST", headers, body, dispatcher: agent })
  await response.body.text()
  return { id, status: response.statusCode, took: Math.round(performance.now() - startedAt) }
}

async function deliverForever(): Promise<void> {
  const db = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await db.connect()
  process.send?.({ type: "ready" })
  for (;;) {
    await db.query("BEGIN")
    const { rows } = await db.query<Delivery>({ name: "claim", text: CLAIM_SQL })
    const results = await Promise.all(rows.map(post))
    await db.query({ name: "state", text: MARK_DELIVERED_SQL, values: [results.map(({ id }) => id)] })
    await db.query({
      name: "attempts",
      text: RECORD_ATTEMPTS_SQL,
      values: [
        results.map(({ id }) => id),
        results.map(({ status }) => status),
        results.map(({ took: durationMs }) => durationMs),
      ],
    })
    await db.query("COMMIT")
    if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// The bench that started it has ended.
process.once("disconnect", () => process.exit(0))
void deliverForever()
