import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { Agent, get } from "node:http"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import { freePort } from "@/commands/process/free-port"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { ensureRedis, startProgram } from "@/testing/setup/program"
import { startServer, type TestServer } from "@/testing/setup/server"
import { TestMarketplace, type TestKey } from "@/testing/fixtures/marketplace"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { childrenOf } from "@/testing/fixtures/processes"
import { retryRequestOnStall, retryOnStall } from "@/testing/fixtures/machine-stalls"

// Two processes on one port and a third one on a port of its own, on one database: guarantees must hold across all of
// them.

async function startRedis(port?: number) {
  const taken = port ?? (await freePort())
  const server = await startProgram(
    redisServer ?? "",
    ["--port", String(taken), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    taken,
  )
  return { ...server, port: taken, url: `redis://127.0.0.1:${taken}` }
}

const METRICS_TOKEN = "a-token-of-the-operators"

const redisServer = ensureRedis()
const STORES = ["PostgreSQL", ...(redisServer ? ["Redis"] : [])]

describe.each(STORES)("three server processes that count in %s", (counting) => {
  let redis: Awaited<ReturnType<typeof startRedis>> | null = null
  let database: TestDatabase
  let marketplace: TestMarketplace
  let pair: TestServer
  let replica: TestServer
  let account: string
  let store: number
  beforeAll(async () => {
    database = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
    redis = counting === "Redis" ? await startRedis() : null
    const env = { METRICS_TOKEN, REDIS_URL: redis?.url, APP_URL: "http://localhost:3000" }
    pair = await startServer({ lane: "fast", databaseUrl: database.url, env: { ...env, WEB_CONCURRENCY: "2" } })
    replica = await startServer({ lane: "fast", databaseUrl: database.url, env: { ...env, WORKER: "off" } })
    account = await marketplace.account()
    store = await marketplace.store("Mithila Haat", { owner: account })
  })
  afterAll(async () => {
    await Promise.all([pair.stop(), replica.stop()])
    await redis?.stop()
    await marketplace.close()
    await database.drop()
  })

  const call = (url: string, { secret }: TestKey, init: RequestInit = {}) =>
    fetch(url, {
      ...init,
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        ...(init.headers as Record<string, string>),
      },
    })
  const everywhere = <T>(count: number, work: (url: string, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index % 3 === 0 ? replica.url : pair.url, index)))

  test("allow exactly the limit of 1,000 concurrent requests", async () => {
    const key = await marketplace.key(account, { rateLimit: 300 })
    const statusOf = async (url: string): Promise<number> => {
      const response = await call(`${url}/v1/me`, key)
      await response.arrayBuffer()
      if (response.status !== 503) return response.status
      // A server that was too busy has not counted the request.
      await sleep(Number(response.headers.get("retry-after")) * 1_000)
      return statusOf(url)
    }
    const statuses = await everywhere(1_000, statusOf)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(700)
  })

  test("all reject a key one second after it was revoked", async () => {
    const key = await marketplace.key(account)
    expect(await everywhere(30, async (url) => (await call(`${url}/v1/me`, key)).status)).toEqual(Array(30).fill(200))
    await marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    await sleep(1_000)
    expect(await everywhere(30, async (url) => (await call(`${url}/v1/me`, key)).status)).toEqual(Array(30).fill(401))
  })

  test("ship once per Idempotency-Key, whichever process receives the request", async () => {
    const key = await marketplace.key(account)
    const { sellerOrders } = await marketplace.order({ account, stores: [store] })
    const body = JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" })
    const responses = await everywhere(30, async (url) => {
      const response = await retryRequestOnStall(() =>
        call(`${url}/v1/seller/orders/so_${sellerOrders[0]?.id ?? ""}/ship`, key, {
          method: "PATCH",
          body,
          headers: { "idempotency-key": "one" },
        }),
      )
      return {
        status: response.status,
        replayed: response.headers.get("idempotent-replayed"),
        text: await response.text(),
      }
    })
    const shipped = responses.filter(({ status }) => status === 200)
    expect(shipped.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect(new Set(shipped.map(({ text }) => text)).size).toBe(1)
    expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await marketplace.rows("SELECT FROM shipment")).toHaveLength(1)
  })

  test("count every request once in the usage", async () => {
    const key = await marketplace.key(account)
    await everywhere(90, async (url) => (await call(`${url}/v1/me`, key)).arrayBuffer())
    await expect
      .poll(
        () =>
          marketplace.rows("SELECT sum(requests)::int AS requests FROM api_usage_current WHERE credential_id = $1", [
            key.id,
          ]),
        { timeout: 10_000 },
      )
      .toEqual([{ requests: 90 }])
  })

  test("report combined metrics to clients that have the token", async () => {
    const key = await marketplace.key(account)
    const read = async (url: string) =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
    const value = (text: string, name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"./]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1] ?? 0)
    const requests = 'haat_http_requests_total{route="GET /me",status="200"}'
    const first = await read(pair.url)
    expect(first).toContain('\nhaat_jobs{state="ready"} ')
    const before = value(first, requests)
    await Promise.all(Array.from({ length: 40 }, async () => (await call(`${pair.url}/v1/me`, key)).arrayBuffer()))
    const text = await read(pair.url)
    expect(value(text, requests)).toBe(before + 40)
    for (const name of [
      'haat_http_request_duration_seconds_bucket{le="0.1",route="GET /me"}',
      'haat_database_connections{pool="main",state="idle"}',
      'haat_database_waiting{pool="auth"}',
      'haat_jobs{state="ready"}',
      "haat_limiter_refusals_total",
      "haat_nodejs_eventloop_lag_p99_seconds",
    ]) {
      expect(text).toContain(`\n${name} `)
    }
    const store = counting.toLowerCase()
    expect(
      value(text, `haat_limiter_count_duration_seconds_count{store="${store}",outcome="counted"}`),
    ).toBeGreaterThan(0)
    expect(text).toContain(`\nhaat_limiter_count_duration_seconds_bucket{le="0.1",store="${store}",outcome="counted"} `)
    expect((await fetch(`${pair.url}/metrics`)).status).toBe(401)
    expect(
      await (
        await fetch(`${pair.url}/metrics?of=all`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      ).text(),
    ).toContain("\nhaat_http_requests_total")
    const posted = await fetch(`${pair.url}/metrics`, {
      method: "POST",
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    expect([posted.status, posted.headers.get("allow"), await posted.text()]).toEqual([405, "GET, HEAD", ""])
    expect(
      (await fetch(`${pair.url}/metrics`, { method: "HEAD", headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
        .status,
    ).toBe(200)
    expect((await fetch(`${pair.url}/metrics`, { headers: { authorization: "Bearer wrong" } })).status).toBe(401)
  })

  test("report metrics without the job queue's while it is locked, and query it once per process", async () => {
    const read = async (url: string) => {
      const response = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
        signal: AbortSignal.timeout(20_000),
      })
      return { status: response.status, text: await response.text() }
    }
    const holder = await marketplace.db.connect()
    try {
      await holder.query("BEGIN; LOCK TABLE graphile_worker._private_jobs IN ACCESS EXCLUSIVE MODE")
      for (let round = 0; round < 2; round++) {
        // The processes of a pair wait five seconds for each other.
        const scrape = () => Promise.all([pair.url, pair.url, replica.url, replica.url].map(read))
        const responses = await retryOnStall(scrape, (all) => all.some(({ status }) => status !== 200))
        for (const { status, text } of responses) {
          expect(status).toBe(200)
          expect(text).toContain('\nhaat_database_waiting{pool="main"} ')
          expect(text).not.toMatch(/^haat_jobs/m)
        }
      }
      const [looks] = await marketplace.rows<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%AS oldest%'",
      )
      // One in each process.
      expect(looks?.n).toBe(3)
    } finally {
      await holder.query("ROLLBACK")
      holder.release()
    }
    for (const url of [pair.url, replica.url])
      await expect.poll(async () => (await read(url)).text).toMatch(/^haat_jobs\{state="ready"\} /m)
  })

  test("show the counted requests in the portal", async () => {
    const password = "kamal kachnar palash"
    const email = "owner@example.in"
    const owner = await marketplace.account({ email })
    await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [owner, await hashPassword(password)])
    const used = await marketplace.key(owner, { rateLimit: 10 })
    await marketplace.key(owner, { rateLimit: 20 })
    const client = new PortalClient(replica.url)
    expect(await client.signIn(email, password)).toBeNull()
    for (let index = 0; index < 4; index++) await (await call(`${pair.url}/v1/me`, used)).arrayBuffer()
    const { data } = await client.query<{ data: { limit: number; remaining: number; reset_seconds: number | null }[] }>(
      "usage.allowances",
    )
    const allowances = data.data.sort((a, b) => a.limit - b.limit)
    expect(allowances.map(({ limit, remaining }) => [limit, remaining])).toEqual([
      [10, 6],
      [20, 20],
    ])
    expect(allowances[0]?.reset_seconds).toBeGreaterThanOrEqual(1)
    expect(allowances[0]?.reset_seconds).toBeLessThanOrEqual(60)
    expect(allowances[1]?.reset_seconds).toBeNull()
    expect(await (await client.fetch("/overview")).text()).toContain('id="limits"')
    if (counting !== "Redis") return
    await redis?.stop()
    // Everything else of the page is there.
    const without = await client.fetch("/overview")
    const page = await without.text()
    expect([without.status, page.includes('id="limits"'), page.includes("<h1")]).toEqual([200, false, true])
    redis = await startRedis(redis?.port)
    await expect.poll(async () => (await call(`${replica.url}/v1/me`, used)).status, { timeout: 10_000 }).toBe(200)
  })

  if (counting === "Redis") {
    test("respond with 503 while Redis is down, and recover by themselves", async () => {
      const key = await marketplace.key(account)
      await redis?.stop()
      const refused = await call(`${pair.url}/v1/me`, key)
      expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([503, 1])
      redis = await startRedis(redis?.port)
      await expect.poll(async () => (await call(`${pair.url}/v1/me`, key)).status, { timeout: 10_000 }).toBe(200)
    })
  }

  if (counting === "PostgreSQL") {
    test("replace a killed process, lose no request of the others, and continue with the jobs", async () => {
      const key = await marketplace.key(account)
      // The first of them runs the jobs.
      const [victim = 0] = childrenOf(pair.pid)
      let asking = true
      const clients = Array.from({ length: 10 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        let lost = 0
        const statuses = new Set<number>()
        while (asking)
          await askBy(agent, `${pair.url}/v1/me`, key).then(
            (status) => statuses.add(status),
            () => lost++,
          )
        agent.destroy()
        return { lost, statuses }
      })
      await sleep(500)
      process.kill(victim, "SIGKILL")
      await expect.poll(() => childrenOf(pair.pid).filter((pid) => pid !== victim).length, { timeout: 20_000 }).toBe(2)
      await sleep(500)
      asking = false
      const outcomes = await Promise.all(clients)
      for (const { statuses } of outcomes) expect([...statuses]).toEqual([200])
      // Connections are distributed over the processes: some belonged to the victim, and some did not.
      expect(outcomes.some(({ lost }) => lost > 0)).toBe(true)
      expect(outcomes.some(({ lost }) => lost === 0)).toBe(true)

      const email = "asha.jobs@example.in"
      await marketplace.account({ email })
      await marketplace.rows(
        "SELECT FROM graphile_worker.add_job('mail_password_reset', json_build_object('email', $1::text))",
        [email],
      )
      await expect
        .poll(() => marketplace.rows('SELECT FROM mailbox_message WHERE "to" = $1', [email]), { timeout: 20_000 })
        .toHaveLength(1)
    })

    test("recover after running out of file descriptors", { timeout: 180_000 }, async () => {
      const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { WEB_CONCURRENCY: "2" } })
      const status = async (): Promise<number> => {
        const response = await fetch(`${server.url}/v1/status`, {
          signal: AbortSignal.timeout(2_000),
          headers: { connection: "close" },
        })
        await response.arrayBuffer()
        return response.status
      }
      expect(await status()).toBe(200)
      // Fewer than the connections that each process allows, which it determined at its start.
      for (const pid of childrenOf(server.pid))
        execFileSync("prlimit", ["--pid", String(pid), `--nofile=${readdirSync(`/proc/${pid}/fd`).length + 10}`])
      const idle = Array.from({ length: 300 }, () =>
        connect(Number(new URL(server.url).port), "localhost").on("error", () => undefined),
      )
      await expect.poll(() => status().catch(() => "no answer"), { timeout: 60_000, interval: 200 }).toBe("no answer")
      for (const socket of idle) socket.destroy()
      await expect.poll(() => status().catch(() => "no answer"), { timeout: 60_000, interval: 500 }).toBe(200)
      // From every one of its processes.
      expect(await Promise.all(Array.from({ length: 20 }, status))).toEqual(Array(20).fill(200))
      await server.stop()
    })

    test("are not replaced if the primary process cannot reach them", {
      timeout: 120_000,
    }, async () => {
      const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { WEB_CONCURRENCY: "2" } })
      const children = childrenOf(server.pid)
      const limitOpenFiles = (limit: string) =>
        execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${limit}`])
      const usual = execFileSync("prlimit", [
        "--pid",
        String(server.pid),
        "--nofile",
        "--raw",
        "--noheadings",
        "--output=SOFT,HARD",
      ])
        .toString()
        .trim()
        .split(/\s+/)
      // It cannot open a connection any more.
      limitOpenFiles(`3:${usual[1]}`)
      // Longer than three rounds of its checks.
      await sleep(16_000)
      limitOpenFiles(usual.join(":"))
      expect(childrenOf(server.pid)).toEqual(children)
      await expect.poll(async () => (await fetch(`${server.url}/v1/status`)).status, { timeout: 20_000 }).toBe(200)
      await server.stop()
    })

    test("respond to requests that wait for the database when stopping", { timeout: 120_000 }, async () => {
      const key = await marketplace.key(account)
      const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { WEB_CONCURRENCY: "2" } })
      const holder = new pg.Client({ connectionString: database.url })
      await holder.connect()
      const send = async (): Promise<number> => {
        const response = await call(`${server.url}/v1/me`, key)
        await response.arrayBuffer()
        return response.status
      }
      // The connections are opened before.
      expect(await Promise.all(Array.from({ length: 20 }, send))).toEqual(Array(20).fill(200))
      await holder.query("BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE")
      const responses = Promise.all(Array.from({ length: 20 }, send))
      await expect
        .poll(
          async () =>
            (await holder.query("SELECT FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted")).rowCount,
        )
        .toBeGreaterThan(0)
      await sleep(500)
      process.kill(server.pid, "SIGTERM")
      await sleep(500)
      await holder.query("COMMIT")
      expect(await responses).toEqual(Array(20).fill(200))
      await holder.end()
      await server.stop()
    })

    test("finish all requests in progress when stopping", { timeout: 120_000 }, async () => {
      const key = await marketplace.key(account)
      const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { WEB_CONCURRENCY: "2" } })
      const children = childrenOf(server.pid)
      const answered = new Set<string | null>()
      const send = async (): Promise<number> => {
        const response = await call(`${server.url}/v1/me`, key)
        await response.arrayBuffer()
        answered.add(response.headers.get("x-request-id"))
        return response.status
      }
      await send()
      let stopping = false
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const statuses: number[] = []
          for (;;) {
            try {
              statuses.push(await send())
              if (index === 0 && statuses.length === 5) {
                stopping = true
                process.kill(server.pid, "SIGTERM")
              }
            } catch (error) {
              return { statuses, failed: (error as { cause?: { code?: string } }).cause?.code }
            }
          }
        }),
      )
      expect(stopping).toBe(true)
      expect(outcomes.flatMap(({ statuses }) => statuses).filter((status) => status !== 200)).toEqual([])
      // A refused connection, or one reset before it was accepted: no process has started its request, or the log would
      // contain it.
      expect(
        outcomes.filter(({ failed }) => !["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"].includes(failed ?? "")),
      ).toEqual([])
      await expect.poll(() => children.filter(alive), { timeout: 20_000 }).toEqual([])
      const started = await marketplace.rows<{ request_id: string }>(
        "SELECT request_id FROM request_log WHERE credential_id = $1",
        [key.id],
      )
      expect(new Set(started.map(({ request_id }) => request_id))).toEqual(answered)
    })
  }
})

/** Sends a request over a connection of its own. */
function askBy(agent: Agent, url: string, { secret }: TestKey): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${secret}` }, timeout: 15_000 }, (response) => {
      response
        .on("error", reject)
        .on("end", () => resolve(response.statusCode ?? 0))
        .resume()
    })
    // If a process dies while Node hands it a connection, the request gets no response.
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer within 15 s")))
  })
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test("without METRICS_TOKEN there are no metrics", { timeout: 120_000 }, async () => {
  const database = await emptyTestDatabase()
  const server = await startServer({ lane: "fast", databaseUrl: database.url })
  try {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer " } })
    expect([response.status, response.headers.has("x-request-id"), await response.text()]).toEqual([404, true, ""])
  } finally {
    await server.stop()
    await database.drop()
  }
})
