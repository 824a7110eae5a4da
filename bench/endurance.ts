import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import autocannon, { type Request, type Result } from "autocannon"
import pg from "pg"
import { step } from "../src/commands/step.mjs"
import { emptyTestDatabase } from "../src/testing/setup/database"
import { startServer } from "../src/testing/setup/server"
import { seedDatabase, type SeededData, SMALL } from "./seed"
import { CONNECTIONS } from "./measure"
import { createAccessToken, createKey } from "./fixtures"

/** The measurements of one server over a long time. */
interface Endurance {
  /** Without `--rate`: the peak in requests per second, and a minute at half of it. Latencies in milliseconds. */
  short: { peak: number; half: Rate } | null
  /** At the given rate, or at 80 % of the peak. */
  long: { minutes: number; requests: number; rate: number; p99: number; serverErrors: number; otherFailures: number }
  /** Of the server's process, once before the long part and at the end of each of its minutes. */
  memory: Memory[]
}

interface Rate {
  rate: number
  p50: number
  p99: number
}

interface Memory {
  minute: number
  /** Resident memory in MB. */
  resident: number
  /** MB of the JavaScript heap; the minimum of the minute, which is what remained after a collection. */
  heap: number
}

const METRICS_TOKEN = "token-of-the-endurance-bench"

const PEAK_SECONDS = 30
const HALF_SECONDS = 60
const SAMPLE_MS = 2_000
const MB = 1_048_576

/**
 * Loads one server, run as by `npm start` and after rendering a page, for this many minutes; writes
 * bench/endurance.json.
 * @param rate requests per second; null for 80 % of the peak, which is measured first
 */
export async function runEndurance(minutes: number, rate: number | null): Promise<void> {
  const database = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const seeded = await step(
    "marketplace",
    (progress: (text: string) => void): Promise<SeededData> => seedDatabase(db, SMALL, progress),
    () => `${SMALL.products.toLocaleString("en")} products`,
  )
  const requests = await createRequestMix(db, seeded)
  const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { METRICS_TOKEN } })
  try {
    await (await fetch(`${server.url}/sign-in`)).arrayBuffer()
    const measured = await step(
      "endurance",
      (progress: (text: string) => void): Promise<Endurance> =>
        measureEndurance(server.url, requests, minutes, rate, progress),
      summaryOf,
    )
    writeFileSync(
      "bench/endurance.json",
      `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, node: process.version, ...measured }, null, 2)}\n`,
    )
  } finally {
    await server.stop()
    await db.end()
    await database.drop()
  }
}

/** Every read operation of the API, and UserInfo, in equal parts; lists and products from all over the catalogue. */
export async function createRequestMix(db: pg.Pool, seeded: SeededData): Promise<Request[]> {
  const headers = { authorization: `Bearer ${await createKey(db, seeded)}` }
  const token = { authorization: `Bearer ${await createAccessToken(db, seeded)}` }
  const get = (path: string, given = headers): Request => ({ method: "GET", path, headers: given })
  return seeded.slugs
    .slice(0, 50)
    .flatMap((slug, index) => [
      get(`/v1/products/${slug}`),
      get(`/v1/products?page=${index + 1}`),
      get("/v1/me"),
      get(`/v1/products?q=${seeded.word}&page=${1 + (index % 10)}`),
      get("/oauth/userinfo", token),
      get(`/v1/products?category=${seeded.category}`),
    ])
}

async function measureEndurance(
  url: string,
  requests: Request[],
  minutes: number,
  rate: number | null,
  progress: (text: string) => void,
): Promise<Endurance> {
  const load = (duration: number, overallRate?: number): Promise<Result> =>
    autocannon({ url, connections: CONNECTIONS, duration, requests, ...(overallRate !== undefined && { overallRate }) })
  const short = rate === null ? await measureShort(load, progress) : null
  const running = load(minutes * 60, rate ?? Math.round((short?.peak ?? 0) * 0.8))
  const memory = await sampleMemory(url, running, progress)
  const long = await running
  return {
    short,
    long: {
      minutes,
      requests: long.requests.total,
      rate: rateOf(long).rate,
      p99: long.latency.p99,
      serverErrors: long["5xx"],
      otherFailures: long["4xx"] + long["3xx"] + long.errors,
    },
    memory,
  }
}

async function measureShort(
  load: (duration: number, rate?: number) => Promise<Result>,
  progress: (text: string) => void,
): Promise<Endurance["short"]> {
  progress("the peak")
  const { rate: peak } = rateOf(await load(PEAK_SECONDS))
  progress(`half of ${peak.toFixed(0)}/s`)
  return { peak, half: rateOf(await load(HALF_SECONDS, Math.round(peak / 2))) }
}

function rateOf({ "2xx": successes, duration, latency }: Result): Rate {
  return {
    rate: successes / duration,
    p50: latency.p50,
    p99: latency.p99,
  }
}

async function sampleMemory(url: string, load: Promise<Result>, progress: (text: string) => void): Promise<Memory[]> {
  const memory: Memory[] = [{ minute: 0, ...(await memoryOf(url)) }]
  const startedAt = performance.now()
  let heap = Infinity
  const sample = async (): Promise<void> => {
    const now = await memoryOf(url)
    heap = Math.min(heap, now.heap)
    const minute = Math.round((performance.now() - startedAt) / 60_000)
    if (performance.now() - startedAt < memory.length * 60_000) return
    memory.push({ minute, resident: now.resident, heap })
    progress(`minute ${minute}: ${now.resident} MB, ${heap} MB heap`)
    heap = Infinity
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  await load
  clearInterval(timer)
  await sample()
  return memory
}

async function memoryOf(url: string): Promise<Omit<Memory, "minute">> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  if (!response.ok) throw new Error(`/metrics responded with ${response.status}`)
  const text = await response.text()
  const valueOf = (name: string): number => {
    const match = new RegExp(`^${name} (\\S+)$`, "m").exec(text)
    if (!match) throw new Error(`${name} is not among the metrics`)
    return Math.round(Number(match[1]) / MB)
  }
  return { resident: valueOf("haat_process_resident_memory_bytes"), heap: valueOf("haat_nodejs_heap_size_used_bytes") }
}

function summaryOf({ short, long, memory }: Endurance): string {
  return [
    ...(short ? [`peak ${short.peak.toFixed(0)}/s`, `at half of it p99 ${short.half.p99.toFixed(0)} ms`] : []),
    `${long.minutes} minutes at ${long.rate.toFixed(0)}/s: ${long.requests} requests, ${long.serverErrors} with status 5xx, ${long.otherFailures} other failures`,
    `${memory.at(0)?.resident} MB before, ${memory.at(-1)?.resident} MB after, of which ${memory.at(1)?.heap} and ${memory.at(-1)?.heap} MB were the JavaScript heap`,
  ].join("; ")
}
