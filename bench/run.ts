import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import pg from "pg"
import { buildIfStale } from "../src/commands/build/build"
import { parseOptions } from "../src/commands/parse-options"
import { step } from "../src/commands/step.mjs"
import { emptyTestDatabase, type TestDatabase } from "../src/testing/setup/database"
import { startTestPostgres } from "../src/testing/setup/postgres"
import { selectMeasurements } from "./selection"
import type { Deliveries } from "./deliveries"
import { renderChart } from "./chart"
import type { SeededData, Size } from "./seed"
import { CONNECTIONS, load, measure } from "./measure"
import type { BenchCase } from "./paths"
import type { View } from "./portal"
import {
  growthOf,
  ratioToConstant,
  rateOf,
  ratioOf,
  type Results,
  type Row,
  type Runs,
  type Server,
  tableOf,
} from "./results"
import { type Lane, LANES, type RunningServer, startAll, startLanes } from "./servers"

/** A filled database and the servers on it. */
interface Environment {
  db: pg.Pool
  seeded: SeededData
  servers: Partial<Record<Server, RunningServer>> & Record<Lane, RunningServer>
  close: () => Promise<void>
}

interface BenchOptions {
  /** Selects measurements whose name contains it; all without it. */
  only: string | undefined
  /** The duration of a run. */
  seconds: number
  rounds: number
  /** Whether the large catalogue is measured too. */
  large: boolean
  /** The number of requests of the busy account that looks at the portal. */
  requests: number
}

const PORTAL = "portal"
const DELIVERIES = "webhook deliveries"

/**
 * Measures every path on the baseline, both lanes and a constant Next route, interleaved, and prints one table. A
 * complete run is written to bench/results.json and drawn. With `--endurance MINUTES`, one server is loaded for that
 * time instead, at 80 % of its peak or at `--rate` requests per second. With `--overload`, one server is overloaded
 * instead, and the run fails if a goal is missed.
 */
export async function runBench(args: string[]): Promise<void> {
  const { values } = parseOptions(
    {
      args,
      options: {
        only: { type: "string" },
        seconds: { type: "string", default: "10" },
        rounds: { type: "string", default: "3" },
        large: { type: "boolean", default: false },
        requests: { type: "string", default: "1000000" },
        endurance: { type: "string" },
        overload: { type: "boolean", default: false },
        rate: { type: "string" },
        search: { type: "boolean", default: false },
      },
    },
    "; see docs/performance.md",
  )
  await step("build", (progress) => buildIfStale(progress))
  const stopPostgres = await step(
    "database",
    () => startTestPostgres(),
    () => "PostgreSQL of its own, in a temporary folder",
  )
  try {
    if (values.endurance !== undefined) {
      const { runEndurance } = await import("./endurance")
      return await runEndurance(Number(values.endurance), values.rate === undefined ? null : Number(values.rate))
    }
    if (values.overload) {
      const { runOverload } = await import("./overload")
      return await runOverload(values.only, Number(values.seconds))
    }
    if (values.search) {
      const { measureSearch } = await import("./search/run-search")
      process.stdout.write(
        await step(
          "judged queries",
          (onActivity) => measureSearch(onActivity),
          () => "on the demo marketplace",
        ),
      )
      return
    }
    report(
      await measureAll({
        only: values.only,
        seconds: Number(values.seconds),
        rounds: Number(values.rounds),
        large: values.large,
        requests: Number(values.requests),
      }),
      values.only === undefined,
    )
  } finally {
    await stopPostgres()
  }
}

async function measureAll({ only, seconds, rounds, large, requests }: BenchOptions): Promise<Results> {
  const { LARGE, SMALL } = await import("./seed")
  const { CASES } = await import("./paths")
  const paths = CASES.filter(({ rateWhenLarge }) => rateWhenLarge === undefined || large)
  const selected = selectMeasurements(only, [...paths.map(({ name }) => name), PORTAL, DELIVERIES])
  const environments: { small: Environment; large?: Environment } = { small: await openEnvironment(SMALL, startAll) }
  const rows: Row[] = []
  let views: View[] = []
  let deliveries: Deliveries | null = null
  try {
    if (large) environments.large = await openEnvironment(LARGE, startLanes)
    for (const path of paths.filter(({ name }) => selected.has(name))) {
      rows.push(
        await step(
          path.name,
          (progress) =>
            measurePath(path, environments, path.consumesData ? Math.min(seconds, 4) : seconds, rounds, progress),
          summary,
        ),
      )
    }
    if (selected.has(PORTAL)) {
      const { fillRequests, measurePortal } = await import("./portal")
      const busy = await step(
        "a month of requests",
        () => fillRequests(environments.small.db, requests),
        () => `${requests} of one account`,
      )
      views = await step(
        PORTAL,
        () => measurePortal(environments.small.servers.fast.url, busy),
        () => "the views of a busy account",
      )
    }
    if (selected.has(DELIVERIES)) {
      const { measureDeliveries, summaryOf } = await import("./deliveries")
      deliveries = await step(DELIVERIES, () => measureDeliveries(rounds, seconds * DELIVERIES_PER_SECOND), summaryOf)
    }
  } finally {
    await environments.large?.close()
    await environments.small.close()
  }
  return {
    at: new Date().toISOString(),
    products: SMALL.products,
    largeProducts: large ? LARGE.products : null,
    connections: CONNECTIONS,
    cores: cpus().length,
    node: process.version,
    rows,
    views,
    deliveries,
  }
}

async function openEnvironment(
  size: Size,
  start: (databaseUrl: string) => Promise<Environment["servers"]>,
): Promise<Environment> {
  const { seedDatabase } = await import("./seed")
  const database: TestDatabase = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  const seeded = await step(
    "marketplace",
    (progress: (text: string) => void): Promise<SeededData> => seedDatabase(db, size, progress),
    () =>
      `${size.products.toLocaleString("en")} products, ${size.accounts.toLocaleString("en")} accounts, ${size.orders.toLocaleString("en")} orders`,
  )
  const servers = await start(database.url)
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
    await db.end()
    await database.drop()
  }
  return { db, seeded, servers, close }
}

/** As many as take a worker about that time. */
const DELIVERIES_PER_SECOND = 4_000

/** More than any server handles in that time. */
const SUPPLY_PER_SECOND = 5_000

/** For a path that reads; one that uses up data makes fewer requests in that time. */
const WARM_UP_SECONDS = 2
const WARM_UP_SECONDS_CONSUMING = 8

const SERVER_LABELS: Record<Server, string> = {
  baseline: "the baseline",
  bare: "the bare pipeline",
  fast: "the fast lane",
  next: "the Next lane",
  constant: "a constant route",
}

async function measurePath(
  path: BenchCase,
  { small, large }: { small: Environment; large?: Environment },
  seconds: number,
  rounds: number,
  progress: (text: string) => void,
): Promise<Row> {
  const row: Row = { path: path.name, goal: path.goal, runs: {} }
  for (const goal of ["growth", "rateWhenLarge"] as const) if (path[goal] !== undefined) row[goal] = path[goal]
  if (path.against) row.against = path.against
  const measuresGrowth = large && (path.growth !== undefined || path.rateWhenLarge !== undefined)
  if (measuresGrowth) row.large = {}
  const round = async (
    loaded: (environment: Environment, server: Server, runs: Runs | undefined) => Promise<void>,
  ): Promise<void> => {
    if (path.rateWhenLarge === undefined)
      for (const server of path.against ? [path.against, "fast" as const] : [...LANES, "constant" as const])
        await loaded(small, server, row.runs)
    if (measuresGrowth) for (const server of LANES) await loaded(large, server, row.large)
  }
  const label = (server: Server, environment: Environment): string =>
    `${SERVER_LABELS[server]}${environment === large ? ", large" : ""}`
  // A warm-up round: compilation and empty caches must not count.
  await round(async (environment, server) => {
    progress(`warming up ${label(server, environment)}`)
    await load(
      ...(await requestsOf(path, environment, server, path.consumesData ? WARM_UP_SECONDS_CONSUMING : WARM_UP_SECONDS)),
    )
  })
  for (let number = 0; number < rounds; number++) {
    await round(async (environment, server, runs = {}) => {
      progress(`round ${number + 1} of ${rounds}, ${label(server, environment)}`)
      ;(runs[server] ??= []).push(await measure(...(await requestsOf(path, environment, server, seconds))))
    })
  }
  return row
}

const CONSTANT_REQUEST: Awaited<ReturnType<BenchCase["prepare"]>> = { request: { method: "GET", path: "/" } }

async function requestsOf(
  path: BenchCase,
  { db, seeded, servers }: Environment,
  server: Server,
  seconds: number,
): Promise<Parameters<typeof measure>> {
  const { request, setupClient } =
    server === "constant" ? CONSTANT_REQUEST : await path.prepare(db, seeded, seconds * SUPPLY_PER_SECOND)
  const url = servers[server]?.url
  if (url === undefined) throw new Error(`${server} is not running`)
  if (path.renderPageFirst) await (await fetch(`${url}/sign-in`)).arrayBuffer()
  return [url, seconds, request, setupClient]
}

function summary(row: Row): string {
  const parts = [
    ["baseline", rateOf(row.runs[row.against ?? "baseline"]), "/s"],
    ["fast lane", ratioOf(row, "fast"), ""],
    ["Next lane", ratioOf(row, "next"), ""],
    ["of a constant route", ratioToConstant(row), ""],
    ["large", rateOf(row.large?.fast), "/s"],
    ["growth", growthOf(row, "fast"), ""],
  ] as const
  return parts
    .flatMap(([name, value, unit]) => (value === null ? [] : [`${name} ${value.toFixed(unit ? 0 : 2)}${unit}`]))
    .join(", ")
}

function report(results: Results, complete: boolean): void {
  process.stdout.write(`\n${tableOf(results)}\n`)
  if (!complete) return
  writeFileSync("bench/results.json", `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync("docs/pictures/bench.svg", renderChart(results))
}
