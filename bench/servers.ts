import { resolve } from "node:path"
import { build, type Plugin } from "esbuild"
import { freePort } from "../src/commands/free-port"
import { startServerProcess } from "../src/commands/server-process"
import { startServer } from "../src/commands/test-server"

export interface RunningServer {
  url: string
  stop: () => Promise<void>
}

const environment = async (databaseUrl: string): Promise<{ url: string; env: NodeJS.ProcessEnv }> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  return { url, env: { ...process.env, NODE_ENV: "production", PORT: String(port), APP_URL: url, DATABASE_URL: databaseUrl } }
}

const startFloor = async (databaseUrl: string): Promise<RunningServer> => {
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["--import", "tsx", "bench/floor.ts"], env })
  return { url, stop: () => server.stop() }
}

const REPLACED = /^@\/(auth\/bearer|platform\/rate-limit|platform\/request-log)$/

const withoutThem: Plugin = {
  name: "without",
  setup: (bundle) => bundle.onResolve({ filter: REPLACED }, ({ importer }) => (importer.endsWith("/api/rest.ts") ? { path: resolve("bench/without.ts") } : null)),
}

const startBare = async (databaseUrl: string): Promise<RunningServer> => {
  await build({ entryPoints: { bare: "bench/bare.ts" }, outdir: "dist", outExtension: { ".js": ".mjs" }, bundle: true, format: "esm", platform: "node", target: "node20", packages: "external", alias: { "@": "./src" }, plugins: [withoutThem], logLevel: "warning" })
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["dist/bare.mjs"], env })
  return { url, stop: () => server.stop() }
}

// The jobs that ships leave behind are another process's work, here as for the floor.
const startLane = (lane: "fast" | "next", databaseUrl: string): Promise<RunningServer> => startServer({ lane, databaseUrl, env: { WORKER: "off" } })

export const LANES = ["floor", "fast", "next"] as const
export type Lane = (typeof LANES)[number]

/** The floor and both lanes on one database. */
export const startLanes = async (databaseUrl: string): Promise<Record<Lane, RunningServer>> => ({
  floor: await startFloor(databaseUrl),
  fast: await startLane("fast", databaseUrl),
  next: await startLane("next", databaseUrl),
})

/** Those, and our pipeline without key, limit and usage. */
export const startAll = async (databaseUrl: string): Promise<Record<Lane | "bare", RunningServer>> => ({ ...(await startLanes(databaseUrl)), bare: await startBare(databaseUrl) })
