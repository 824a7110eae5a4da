import { resolve } from "node:path"
import { build, type Plugin } from "esbuild"
import { BUNDLED } from "../src/commands/build/build"
import { freePort } from "../src/commands/process/free-port"
import { startServerProcess } from "../src/commands/process/server-process"
import { runTool } from "../src/commands/process/run-tool"
import { answers, startServer } from "../src/testing/setup/server"

export interface RunningServer {
  url: string
  stop: () => Promise<void>
}

const environment = async (databaseUrl: string): Promise<{ url: string; env: NodeJS.ProcessEnv }> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  return {
    url,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), APP_URL: url, DATABASE_URL: databaseUrl },
  }
}

const startFloor = async (databaseUrl: string): Promise<RunningServer> => {
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["--import", "tsx", "bench/floor.ts"], env })
  return { url, stop: () => server.stop() }
}

const REPLACED = /^@\/(auth\/bearer|platform\/rate-limit|platform\/request-log)$/

const withoutThem: Plugin = {
  name: "without",
  setup: (bundle) =>
    bundle.onResolve({ filter: REPLACED }, ({ importer }) =>
      importer.endsWith("/api/rest.ts") ? { path: resolve("bench/without.ts") } : null,
    ),
}

/** Bundles our pipeline with bench/without.ts in place of what it replaces, as dist/bare.mjs. */
export const bundleBare = async (): Promise<void> => {
  await build({
    entryPoints: { bare: "bench/bare.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    alias: BUNDLED,
    plugins: [withoutThem],
    logLevel: "warning",
  })
}

const startBare = async (databaseUrl: string): Promise<RunningServer> => {
  await bundleBare()
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["dist/bare.mjs"], env })
  return { url, stop: () => server.stop() }
}

// A separate process handles the jobs of shipments, as for the baseline.
const startLane = (lane: "fast" | "next", databaseUrl: string): Promise<RunningServer> =>
  startServer({ lane, databaseUrl, env: { WORKER: "off" } })

const NEXT = "node_modules/next/dist/bin/next"

/** The least that Next needs for a request: an app of one constant route. */
const startConstant = async (databaseUrl: string): Promise<RunningServer> => {
  const { url, env } = await environment(databaseUrl)
  await runTool(NEXT, ["build", "bench/constant"], { env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } })
  const server = await startServerProcess({
    args: [NEXT, "start", "bench/constant", "--port", String(env.PORT)],
    env,
    quiet: true,
    ready: () => answers(url),
  })
  return { url, stop: () => server.stop() }
}

export const LANES = ["floor", "fast", "next"] as const
export type Lane = (typeof LANES)[number]

/** The baseline and both lanes on one database. */
export const startLanes = async (databaseUrl: string): Promise<Record<Lane, RunningServer>> => ({
  floor: await startFloor(databaseUrl),
  fast: await startLane("fast", databaseUrl),
  next: await startLane("next", databaseUrl),
})

/** All servers: the lanes, our pipeline without key, limit and usage, and a constant Next route. */
export const startAll = async (databaseUrl: string): Promise<Record<Lane | "bare" | "constant", RunningServer>> => ({
  ...(await startLanes(databaseUrl)),
  bare: await startBare(databaseUrl),
  constant: await startConstant(databaseUrl),
})
