import { createHmac } from "node:crypto"
import pg from "pg"
import { Agent, request } from "undici"

// The baseline of webhook deliveries: a plain loop that claims 200 rows with SKIP LOCKED, posts them signed over
// keep-alive connections, and writes attempts and states in one statement each. One flat table, no endpoint lookup, no
// schedule, no checks, no limits.
// Run as a process of its own: node --import tsx bench/deliveries-floor.ts

const CLAIM =
  "SELECT id, url, body FROM floor_delivery WHERE status = 'pending' ORDER BY id LIMIT 200 FOR UPDATE SKIP LOCKED"
const STATE = "UPDATE floor_delivery SET status = 'delivered' WHERE id = ANY ($1)"
const ATTEMPTS =
  "INSERT INTO floor_attempt (delivery_id, status_code, duration_ms) SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[])"

interface Delivery {
  id: string
  url: string
  body: string
}

const agent = new Agent({ connections: 50 })
const secret = Buffer.alloc(32, 7)

const post = async ({ id, url, body }: Delivery): Promise<{ id: string; status: number; took: number }> => {
  const began = performance.now()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  }
  const answer = await request(url, { method: "POST", headers, body, dispatcher: agent })
  await answer.body.text()
  return { id, status: answer.statusCode, took: Math.round(performance.now() - began) }
}

const work = async (): Promise<void> => {
  const db = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await db.connect()
  process.send?.({ type: "ready" })
  for (;;) {
    await db.query("BEGIN")
    const { rows } = await db.query<Delivery>({ name: "claim", text: CLAIM })
    const answers = await Promise.all(rows.map(post))
    await db.query({ name: "state", text: STATE, values: [answers.map(({ id }) => id)] })
    await db.query({
      name: "attempts",
      text: ATTEMPTS,
      values: [answers.map(({ id }) => id), answers.map(({ status }) => status), answers.map(({ took }) => took)],
    })
    await db.query("COMMIT")
    if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// The bench that started it has ended.
process.once("disconnect", () => process.exit(0))
void work()
