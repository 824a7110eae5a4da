import { mkdirSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import pg from "pg"
import { buildIfStale } from "../src/commands/build"
import { freePort } from "../src/commands/free-port"
import { startServerProcess } from "../src/commands/server-process"
import { step } from "../src/commands/step.mjs"
import { emptyTestDatabase } from "../src/commands/test-database"
import { startTestPostgres } from "../src/commands/test-postgres"
import { startServer } from "../src/commands/test-server"
import { CONNECTIONS, type Measured, measure, median } from "./measure"
import type { Path } from "./paths"
import type { View } from "./portal"

const SERVERS = ["floor", "fast", "next"] as const
type Server = (typeof SERVERS)[number]

interface Row {
  path: string
  goal: number
  runs: Record<Server, Measured[]>
}

/** Measures every path on the floor and both lanes, interleaved, and prints one table. */
export const runBench = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { only: { type: "string" }, seconds: { type: "string", default: "10" }, rounds: { type: "string", default: "3" }, products: { type: "string", default: "10000" }, requests: { type: "string", default: "1000000" } } })
  const seconds = Number(values.seconds)
  const rounds = Number(values.rounds)
  await step("build", (doing) => buildIfStale(doing))
  const stopPostgres = await step("database", () => startTestPostgres(), () => "PostgreSQL of its own, in a temporary folder")
  const database = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const { fill } = await import("./fill")
  const { PATHS } = await import("./paths")
  const filled = await step("catalogue", () => fill(db, Number(values.products)), () => `${values.products} products`)
  const servers = await startAll(database.url)
  const rows: Row[] = []
  let views: View[] = []
  try {
    for (const path of PATHS.filter(({ name }) => !values.only || name.includes(values.only))) {
      rows.push(await step(path.name, () => measurePath(path, servers, db, filled, path.consumes ? Math.min(seconds, 4) : seconds, rounds), summary))
    }
    if (!values.only || "portal".includes(values.only)) {
      const { fillRequests, measurePortal } = await import("./portal")
      const busy = await step("a month of requests", () => fillRequests(db, Number(values.requests)), () => `${values.requests} of one account`)
      views = await step("portal", () => measurePortal(servers.fast.url, busy), () => "the views of a busy account")
    }
    if (!values.only || "webhook deliveries".includes(values.only)) {
      const { measureDeliveries, summaryOf } = await import("./deliveries")
      await step("webhook deliveries", () => measureDeliveries(rounds, seconds * DELIVERIES_PER_SECOND), summaryOf)
    }
  } finally {
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
    await db.end()
    await database.drop()
    await stopPostgres()
  }
  report(rows, Number(values.products), views)
}

type Servers = Record<Server, { url: string; stop: () => Promise<void> }>

const startAll = async (databaseUrl: string): Promise<Servers> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: String(port), APP_URL: url, DATABASE_URL: databaseUrl }
  const floor = await startServerProcess({ args: ["--import", "tsx", "bench/floor.ts"], env })
  // The jobs that ships leave behind are another process's work, here as for the floor.
  const lane = (name: "fast" | "next") => startServer({ lane: name, databaseUrl, env: { WORKER: "off" } })
  return { floor: { url, stop: () => floor.stop() }, fast: await lane("fast"), next: await lane("next") }
}

/** As many as take about the time. */
const DELIVERIES_PER_SECOND = 2_000

/** More than any server takes in the time. */
const SUPPLY_PER_SECOND = 5_000

const measurePath = async (path: Path, servers: Servers, db: pg.Pool, filled: Parameters<Path["prepare"]>[1], seconds: number, rounds: number): Promise<Row> => {
  const runs: Row["runs"] = { floor: [], fast: [], next: [] }
  for (let round = 0; round < rounds; round++) {
    for (const server of SERVERS) {
      const { request, setupClient } = await path.prepare(db, filled, seconds * SUPPLY_PER_SECOND)
      runs[server].push(await measure(servers[server].url, seconds, request, setupClient))
    }
  }
  return { path: path.name, goal: path.goal, runs }
}

const rateOf = (runs: Measured[]): number => median(runs.map(({ rate }) => rate))
const ratioOf = ({ runs }: Row, server: Server): number => rateOf(runs[server]) / rateOf(runs.floor)

const summary = (row: Row): string => `floor ${rateOf(row.runs.floor).toFixed(0)}/s, fast lane ${ratioOf(row, "fast").toFixed(2)}, Next lane ${ratioOf(row, "next").toFixed(2)}`

const report = (rows: Row[], products: number, views: View[]): void => {
  const lines = rows.map((row) => {
    const { fast, next, floor } = row.runs
    const p = (runs: Measured[]): string => `${median(runs.map(({ p50 }) => p50)).toFixed(1)} / ${median(runs.map(({ p99 }) => p99)).toFixed(1)}`
    const ratio = ratioOf(row, "fast")
    return `| ${row.path} | ${rateOf(floor).toFixed(0)} | ${rateOf(fast).toFixed(0)} | ${p(fast)} | ${ratio.toFixed(2)} | ${row.goal.toFixed(1)} ${ratio >= row.goal ? "met" : "missed"} | ${rateOf(next).toFixed(0)} |`
  })
  process.stdout.write(
    `\n| path | floor, requests/s | fast lane | p50 / p99 ms | ratio | goal | Next lane |\n|---|---|---|---|---|---|---|\n${lines.join("\n")}\n\n${CONNECTIONS} connections, ${products} products, ${cpus().length} cores for client, servers and database together.\n${views.map(({ view, goal, p50, p99 }, place) => `${place === 0 ? "\n| a busy account's portal | p50 / p99 ms | goal |\n|---|---|---|\n" : ""}| ${view} | ${p50.toFixed(0)} / ${p99.toFixed(0)} | ${goal} ms ${p50 <= goal ? "met" : "missed"} |\n`).join("")}`,
  )
  mkdirSync("bench", { recursive: true })
  writeFileSync("bench/results.json", `${JSON.stringify({ at: new Date().toISOString(), products, connections: CONNECTIONS, cores: cpus().length, node: process.version, rows, views }, null, 2)}\n`)
}
