import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { publicId } from "@/domain/public-id"
import { startServer } from "@/testing/setup/server"
import { Lane } from "@/testing/fixtures/lane"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { connectStream, type StreamClient } from "@/testing/fixtures/stream-client"

/** How long a client that has been cut stays away, once. SLEEP_MS=600000 is ten minutes. */
const SLEEP_MS = Number(process.env.SLEEP_MS ?? 1_500)
const CUTS_TIMEOUT_MS = 120_000 + SLEEP_MS

let lane: Lane
let other: Awaited<ReturnType<typeof startServer>>
let pool: pg.Pool

beforeAll(async () => {
  lane = await Lane.open("fast", { WORKER: "off" })
  other = await startServer({ lane: "fast", databaseUrl: lane.databaseUrl, env: { WORKER: "off" } })
  pool = new pg.Pool({ connectionString: lane.databaseUrl, max: 20 })
})
afterAll(async () => {
  await pool.end()
  await other.kill()
  await lane.close()
})

/** Connects to a stream; fails with the status if it is refused. */
function connect(
  key: TestKey,
  { url = lane.url, ...from }: { url?: string; last?: string | undefined; query?: string } = {},
): Promise<StreamClient> {
  return connectStream(url, key.secret, from)
}

async function statusOf(key: TestKey, headers: Record<string, string>, method = "GET"): Promise<number> {
  const response = await fetch(`${lane.url}/v1/events/stream`, {
    method,
    headers: { authorization: `Bearer ${key.secret}`, ...headers },
  })
  await response.body?.cancel()
  return response.status
}

interface NewEvent {
  /** The store whose event it is, in place of the account. */
  store?: number
  livemode?: boolean
  type?: string
  at?: Date
  data?: object
}

async function insert(
  client: pg.ClientBase | pg.Pool,
  account: string,
  { store, livemode = true, type = "order.created", at = new Date(), data = {} }: NewEvent = {},
): Promise<string> {
  const id = uuidv7({ msecs: at.getTime() })
  await client.query(
    "INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at) VALUES ($1, $2, $3, $4, $1, '2026-05-01', $5, $6, $7)",
    [id, type, store === undefined ? account : null, store ?? null, livemode, JSON.stringify(data), at],
  )
  return publicId("event", id)
}

/** Writes events in transactions that begin together and are committed in another order than that of their ids. */
async function writeConcurrently(account: string, count: number): Promise<string[]> {
  const ids: string[] = []
  let left = count
  const write = async (): Promise<void> => {
    while (left-- > 0) {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        ids.push(await insert(client, account))
        await sleep(Math.random() ** 3 * 400)
        await client.query("COMMIT")
      } finally {
        client.release()
      }
    }
  }
  await Promise.all(Array.from({ length: 18 }, write))
  return ids
}

test(
  "a stream that is cut 20 times, and that sleeps, yields all of 1,000 events once each",
  async () => {
    const account = await lane.marketplace.account()
    const key = await lane.marketplace.key(account)
    const received: string[] = []
    let client = await connect(key)
    await expect.poll(() => client.last).toBe("0")
    let written: string[] | undefined
    const writing = writeConcurrently(account, 1_000).then((ids) => (written = ids))
    for (let cut = 0; cut < 20; cut++) {
      await sleep(cut === 10 ? 300 : 50 + Math.random() * 150)
      await client.cut()
      received.push(...client.ids)
      // Long enough in one of the cuts for a hundred events to be missed.
      await sleep(cut === 10 ? SLEEP_MS : Math.random() * 40)
      client = await connect(key, { last: client.last, url: cut % 2 === 0 ? other.url : lane.url })
    }
    await writing
    await expect
      .poll(() => received.length + client.ids.length, { timeout: 20_000, interval: 100 })
      .toBeGreaterThanOrEqual(1_000)
    await sleep(600)
    await client.cut()
    received.push(...client.ids)
    expect(received).toHaveLength(1_000)
    expect([...received].sort()).toEqual([...(written ?? [])].sort())
  },
  CUTS_TIMEOUT_MS,
)

test("an event that is committed after a later one is sent after it, also to a client that connects again", async () => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account)
  const slow = await pool.connect()
  await slow.query("BEGIN")
  const early = await insert(slow, account)
  const late = await insert(pool, account)
  const first = await connect(key, { query: `?since=${new Date(Date.now() - 60_000).toISOString()}` })
  await expect.poll(() => first.ids, { timeout: 20_000 }).toEqual([late])
  await first.cut()
  await slow.query("COMMIT")
  slow.release()
  const second = await connect(key, { last: first.last })
  await expect.poll(() => second.ids, { timeout: 20_000 }).toEqual([early])
  await second.cut()
})

test("a stream that is cut before its first event resumes after the newest event at its start", async () => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account)
  const newest = await insert(pool, account)
  const first = await connect(key)
  await expect.poll(() => first.last).toBe(newest)
  await first.cut()
  const missed = await insert(pool, account)
  const second = await connect(key, { last: first.last })
  await expect.poll(() => second.ids, { timeout: 20_000 }).toEqual([missed])
  await second.cut()
})

test("a store's events are streamed to those of its people who handle orders", async () => {
  const { marketplace } = lane
  const [owner, catalogue] = [await marketplace.account(), await marketplace.account()]
  const store = await marketplace.store("Streamed Haat", { owner })
  await marketplace.member(store, catalogue, "catalogue")
  const query = `?since=${new Date(Date.now() - 60_000).toISOString()}`
  const ofStore = await insert(pool, owner, { store, type: "seller.order.created" })
  await insert(pool, owner, { store, type: "seller.order.created", livemode: false })
  const clients = await Promise.all(
    [owner, catalogue].map(async (account) => connect(await marketplace.key(account), { query })),
  )
  await expect.poll(() => clients[0]?.ids, { timeout: 20_000 }).toEqual([ofStore])
  // Its own event follows whatever it would have got of the store.
  const own = await insert(pool, catalogue)
  await expect.poll(() => clients[1]?.ids, { timeout: 20_000 }).toEqual([own])
  await Promise.all(clients.map((client) => client.cut()))
})

test("a stream has the events of the list: the account's, in the credential's mode, of the chosen type", async () => {
  const account = await lane.marketplace.account()
  const stranger = await lane.marketplace.account()
  const [live, sandbox] = [await lane.marketplace.key(account), await lane.marketplace.key(account, { mode: "test" })]
  const refunded = await insert(pool, account, { type: "order.refunded" })
  // Events of one millisecond have the order of their ids.
  const ids = [await insert(pool, account), refunded].sort()
  const test = await insert(pool, account, { livemode: false })
  await insert(pool, stranger)
  const query = `?since=${new Date(Date.now() - 60_000).toISOString()}`
  for (const [key, more, expected] of [
    [live, "", ids],
    [live, "&type=order.refunded", [refunded]],
    [sandbox, "", [test]],
  ] as const) {
    const client = await connect(key, { query: `${query}${more}` })
    await expect.poll(() => client.ids.length, { timeout: 20_000 }).toBe(expected.length)
    await sleep(400)
    expect(client.ids).toEqual(expected)
    await client.cut()
  }
  const event = await fetch(`${lane.url}/v1/events/${ids[0]}`, { headers: { authorization: `Bearer ${live.secret}` } })
  const { data: body } = (await event.json()) as { data: unknown }
  const client = await connect(live, { query })
  await expect.poll(() => client.ids.length, { timeout: 20_000 }).toBe(2)
  const [, data] = /^data: (.*)$/m.exec(client.text) ?? []
  expect(JSON.parse(data ?? "")).toEqual(body)
  await client.cut()
  for (const request of [
    { key: await lane.marketplace.key(account, { scopes: ["orders.read"] }), status: 403, headers: {} },
    { key: live, status: 422, headers: { "last-event-id": `evt_${uuidv7()}` } },
    { key: live, status: 422, headers: { "last-event-id": "yesterday" } },
    { key: live, status: 406, headers: { accept: "image/png" } },
  ])
    expect(await statusOf(request.key, request.headers)).toBe(request.status)
  expect(await statusOf(live, {}, "HEAD")).toBe(200)
})

test("a resumption reaches back 30 days, and no further", async () => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account)
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  const expired = await insert(pool, account, { at: daysAgo(31) })
  const stored = await insert(pool, account, { at: daysAgo(29) })
  const last = await insert(pool, account, { at: daysAgo(1) })
  const client = await connect(key, { last: stored })
  await expect.poll(() => client.ids, { timeout: 20_000 }).toEqual([last])
  await client.cut()
  const whole = await connect(key, { query: `?since=${daysAgo(40).toISOString()}` })
  await expect.poll(() => whole.ids, { timeout: 20_000 }).toEqual([stored, last])
  await whole.cut()
  const recent = await connect(key, { query: `?since=${daysAgo(2).toISOString()}` })
  await expect.poll(() => recent.ids, { timeout: 20_000 }).toEqual([last])
  await recent.cut()
  expect(await statusOf(key, { "last-event-id": expired })).toBe(422)
})

test("a credential has at most five streams open, over all processes", async () => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account)
  const clients: StreamClient[] = []
  for (const url of [lane.url, other.url, lane.url, other.url, lane.url]) clients.push(await connect(key, { url }))
  const refused = await lane.request("/v1/events/stream", { key })
  expect([refused.status, refused.json.error.code, Number(refused.headers.get("retry-after")) > 0]).toEqual([
    429,
    "rate_limit_exceeded",
    true,
  ])
  await clients[1]?.cut()
  await expect
    .poll(
      () =>
        connect(key).then(
          (client) => clients.push(client),
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  await Promise.all(clients.map((client) => client.cut()))
})

test.each([
  ["the revocation of its key", "UPDATE api_key SET revoked_at = now() WHERE id = $1", 401],
  ["the loss of its key's scope", "UPDATE api_key SET scopes = '{orders.read}' WHERE id = $1", 403],
])("a stream ends within seconds of %s", async (_, change, status) => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account)
  const client = await connect(key)
  await sleep(2_500)
  await lane.marketplace.rows(change, [key.id])
  const changedAt = activeTimeMs()
  await client.ended
  expect(activeTimeMs() - changedAt).toBeLessThan(5_000)
  await expect(connect(key)).rejects.toThrow(`status ${status}`)
})

describe("a process", () => {
  test("sends a heartbeat, holds no database connection for its streams, and ends them when it stops", async () => {
    const server = await startServer({ lane: "fast", databaseUrl: lane.databaseUrl, env: { WORKER: "off" } })
    const keys = await Promise.all(
      Array.from({ length: 8 }, async () => lane.marketplace.key(await lane.marketplace.account())),
    )
    const clients = (
      await Promise.all(keys.map((key) => Promise.all([1, 2, 3, 4, 5].map(() => connect(key, { url: server.url })))))
    ).flat()
    await expect.poll(() => clients.every(({ text }) => text.includes(": heartbeat")), { timeout: 20_000 }).toBe(true)
    // Renewed since they began with 30 s, and again until they end.
    const [lease] = await lane.marketplace.rows<{ count: number; seconds: number }>(
      "SELECT count(*)::int AS count, extract(epoch FROM min(expires_at) - now())::float8 AS seconds FROM event_stream_connection WHERE expires_at > now()",
    )
    expect(lease?.count).toBeGreaterThanOrEqual(clients.length)
    expect(lease?.seconds).toBeGreaterThan(16)
    const busy = async (): Promise<number> =>
      (
        await lane.marketplace.rows(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()",
        )
      ).length
    await expect.poll(busy).toBeLessThan(5)
    const stoppedAt = activeTimeMs()
    process.kill(server.pid, "SIGTERM")
    await Promise.all(clients.map(({ ended }) => ended))
    expect(activeTimeMs() - stoppedAt).toBeLessThan(3_000)
    expect(await server.ended).toBe("exit code 0")
    // Streams of earlier tests are released when their server notices that the client has gone.
    await expect
      .poll(() => lane.marketplace.rows("SELECT FROM event_stream_connection"), { timeout: 20_000 })
      .toEqual([])
  })

  test("keeps little for a reader that reads nothing, and gives it all events once it reads", async () => {
    const account = await lane.marketplace.account()
    const key = await lane.marketplace.key(account)
    const filler = "x".repeat(20_000)
    const since = new Date(Date.now() - 1_000).toISOString()
    const ids: string[] = []
    for (let event = 0; event < 500; event++) ids.push(await insert(pool, account, { data: { filler } }))
    const memory = async (): Promise<number> => {
      const { readFile } = await import("node:fs/promises")
      return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${lane.pid}/status`, "utf8"))?.[1]) / 1024
    }
    const before = await memory()
    const response = await fetch(`${lane.url}/v1/events/stream?since=${since}`, {
      headers: { authorization: `Bearer ${key.secret}` },
    })
    await sleep(3_000)
    expect((await memory()) - before).toBeLessThan(60)
    const received: string[] = []
    const decoder = new TextDecoder()
    let rest = ""
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      const blocks = rest.split("\n\n")
      rest = blocks.pop() ?? ""
      received.push(...blocks.flatMap((block) => /^id: (evt_.*)$/m.exec(block)?.[1] ?? []))
      if (received.length >= ids.length) break
    }
    expect(received.toSorted()).toEqual(ids.toSorted())
  })
})
