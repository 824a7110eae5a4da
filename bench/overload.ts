import { execFileSync } from "node:child_process"
import { connect, type Socket } from "node:net"
import { cpus } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import autocannon, { type Request } from "autocannon"
import pg from "pg"
import { CliError } from "../src/commands/cli-error.mjs"
import { step } from "../src/commands/step.mjs"
import { emptyTestDatabase } from "../src/testing/setup/database"
import { startServer, type TestServer } from "../src/testing/setup/server"
import { selectMeasurements } from "./selection"
import { createRequestMix } from "./endurance"
import { seedDatabase, type SeededData, SMALL } from "./seed"
import { CONNECTIONS } from "./measure"

// The goals under overload, of one server process as `npm start` runs it. They need a machine without other work.

const GOALS = { goodput: 0.8, memoryMb: 400, keyP99Ms: 250, firstResponseMs: 1_000 }

const MANY = 3_000
const JUNK_SOCKETS = 4
const IDLE = 5_000
/** Seconds until all connections of a load are open; they do not count. */
const WARM_UP_SECONDS = 5
const KILOBYTES_PER_MB = 1_024

interface LoadContext {
  server: TestServer
  requests: Request[]
  /** The Authorization header of a valid key. */
  authorization: string
  seconds: number
}

interface Figure {
  label: string
  value: number
  unit: string
  goal: number
  isMet: boolean
}

function atLeast(label: string, value: number, unit: string, goal: number): Figure {
  return {
    label,
    value,
    unit,
    goal,
    isMet: value >= goal,
  }
}
function below(label: string, value: number, unit: string, goal: number): Figure {
  return {
    ...atLeast(label, value, unit, goal),
    isMet: value < goal,
  }
}

function residentMb(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / KILOBYTES_PER_MB
}

/** Runs the work. @returns its result, and the most memory that the server took meanwhile */
async function withPeakMemory<Result>(pid: number, work: () => Promise<Result>): Promise<[Result, number]> {
  let peak = residentMb(pid)
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 500)
  try {
    const result = await work()
    return [result, Math.max(peak, residentMb(pid))]
  } finally {
    clearInterval(timer)
  }
}

function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on("error", () => undefined)
  return socket
}

/** Successful responses per second, once all connections are open. Refused requests are repeated immediately. */
async function goodput({ server, requests, seconds }: LoadContext, connections: number): Promise<number> {
  const countsFrom = performance.now() + WARM_UP_SECONDS * 1_000
  let successful = 0
  await autocannon({
    url: server.url,
    connections,
    duration: WARM_UP_SECONDS + seconds,
    timeout: 60,
    requests,
    setupClient: (client) =>
      void client.on("response", (status) => {
        if (status >= 200 && status < 300 && performance.now() >= countsFrom) successful++
      }),
  })
  return successful / seconds
}

async function manyConnections(context: LoadContext): Promise<Figure[]> {
  const peak = await goodput(context, CONNECTIONS)
  const [rate, memory] = await withPeakMemory(context.server.pid, () => goodput(context, MANY))
  return [
    atLeast(
      `goodput of ${MANY} connections, of ${peak.toFixed(0)}/s at ${CONNECTIONS}`,
      rate / peak,
      "",
      GOALS.goodput,
    ),
    below("memory meanwhile", memory, " MB", GOALS.memoryMb),
  ]
}

/** Pipelines requests with invalid keys as fast as the server reads them. */
function floodWithJunk(url: string): () => void {
  let [stopped, sent] = [false, 0]
  const sockets = Array.from({ length: JUNK_SOCKETS }, () => {
    const socket = openSocket(url)
    const write = (): void => {
      while (!stopped && socket.writable) {
        const key = `haat_live_${String(sent++).padStart(40, "0")}`
        if (!socket.write(`GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)) return
      }
    }
    socket.on("connect", write).on("drain", write).resume()
    return socket
  })
  return () => {
    stopped = true
    for (const socket of sockets) socket.destroy()
  }
}

async function pipelinedJunk({ server, authorization, seconds }: LoadContext): Promise<Figure[]> {
  const times: number[] = []
  const stop = floodWithJunk(server.url)
  const [failed, memory] = await withPeakMemory(server.pid, async () => {
    let failures = 0
    try {
      for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(20)) {
        const startedAt = performance.now()
        const response = await fetch(`${server.url}/v1/me`, { headers: { authorization } })
        await response.arrayBuffer()
        if (!response.ok) failures++
        times.push(performance.now() - startedAt)
      }
    } finally {
      stop()
    }
    return failures
  })
  const p99 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Infinity
  return [
    below(
      `p99 of a valid key, ${times.length} requests, beside ${JUNK_SOCKETS} sockets of junk`,
      p99,
      " ms",
      GOALS.keyP99Ms,
    ),
    below("of them failed", failed, "", 1),
    below("memory meanwhile", memory, " MB", GOALS.memoryMb),
  ]
}

async function idleConnections({ server }: LoadContext): Promise<Figure[]> {
  const sockets = Array.from({ length: IDLE }, () => openSocket(server.url))
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve).once("close", resolve))),
  )
  const open = sockets.filter((socket) => socket.readyState === "open").length
  for (const socket of sockets) socket.destroy()
  const startedAt = performance.now()
  await (await fetch(`${server.url}/v1/status`)).arrayBuffer()
  return [
    atLeast("idle connections that were open", open, "", IDLE),
    below("first response after they were closed", performance.now() - startedAt, " ms", GOALS.firstResponseMs),
  ]
}

const LOADS = {
  "many connections": manyConnections,
  "pipelined junk": pipelinedJunk,
  "idle connections": idleConnections,
}

function describeFigure({ label, value, unit, goal, isMet }: Figure): string {
  return `${label}: ${value.toFixed(unit === "" && value < 10 ? 2 : 0)}${unit} (goal ${goal}${unit}${isMet ? "" : ", missed"})`
}

/**
 * Overloads one server in three ways and prints the figures.
 * @param only selects loads whose name contains it
 * @throws CliError if a goal is missed
 */
export async function runOverload(only: string | undefined, seconds: number): Promise<void> {
  const selected = selectMeasurements(only, Object.keys(LOADS))
  const database = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const seeded = await step(
    "marketplace",
    (progress: (text: string) => void): Promise<SeededData> => seedDatabase(db, SMALL, progress),
    () => `${SMALL.products.toLocaleString("en")} products; ${cpus().length} cores for server, database and clients`,
  )
  const requests = await createRequestMix(db, seeded)
  const authorization = requests[0]?.headers?.authorization
  if (typeof authorization !== "string") throw new Error("the mix has no key")
  const missedGoals: Figure[] = []
  try {
    for (const [name, load] of Object.entries(LOADS)) {
      if (!selected.has(name)) continue
      const server = await startServer({ lane: "fast", databaseUrl: database.url })
      try {
        await (await fetch(`${server.url}/sign-in`)).arrayBuffer()
        const figures = await step(
          name,
          () => load({ server, requests, authorization, seconds }),
          (found: Figure[]) => found.map(describeFigure).join("; "),
        )
        missedGoals.push(...figures.filter(({ isMet }) => !isMet))
      } finally {
        await server.kill()
      }
    }
  } finally {
    await db.end()
    await database.drop()
  }
  if (missedGoals.length > 0)
    throw new CliError(`missed:\n${missedGoals.map((figure) => `  ${describeFigure(figure)}`).join("\n")}`)
}
