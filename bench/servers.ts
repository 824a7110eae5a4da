import { resolve } from "node:path"
import { build, type Plugin } from "esbuild"
import { BUNDLED } from "../src/commands/build/build"
import { freePort } from "../src/commands/process/free-port"
import { startServerProcess } from "../src/commands/process/server-process"
import { runTool } from "../src/commands/process/run-tool"
import { waitUntilResponding, startServer } from "../src/testing/setup/server"

export interface RunningServer {
  url: string
  stop: () => Promise<void>
}

async function environment(databaseUrl: string): Promise<{ url: string; env: NodeJS.ProcessEnv }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  return {
    url,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), APP_URL: url, DATABASE_URL: databaseUrl },
  }
}

async function startBaseline(databaseUrl: string): Promise<RunningServer> {
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["--import", "tsx", "bench/baseline.ts"], env })
  return { url, stop: () => server.stop() }
}

/** The imports of api/rest.ts that bench/stubs.ts replaces. */
const STUBBED_MODULES = [
  "@/auth/bearer",
  "@/platform/rate-limit/rate-limit",
  "@/platform/request-log/request-log",
] as const

function replaceWithStubs(replaced: Set<string>): Plugin {
  return {
    name: "stubs",
    setup: (bundle) =>
      bundle.onResolve({ filter: /^@\// }, ({ path, importer }) => {
        if (
          !/\/api\/(?:authenticate-and-rate-limit|log-exchange)\.ts$/.test(importer) ||
          !STUBBED_MODULES.some((name) => name === path)
        )
          return null
        replaced.add(path)
        return { path: resolve("bench/stubs.ts") }
      }),
  }
}

/**
 * Bundles our pipeline with bench/stubs.ts in place of what it replaces, as dist/bare.mjs.
 * @throws when src/api does not import one of the replaced modules, which would then be measured
 */
export async function bundleBare(): Promise<void> {
  const replaced = new Set<string>()
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
    plugins: [replaceWithStubs(replaced)],
    logLevel: "warning",
  })
  const missed = STUBBED_MODULES.filter((name) => !replaced.has(name))
  if (missed.length > 0) throw new Error(`src/api does not import ${missed.join(", ")}`)
}

async function startBare(databaseUrl: string): Promise<RunningServer> {
  await bundleBare()
  const { url, env } = await environment(databaseUrl)
  const server = await startServerProcess({ args: ["dist/bare.mjs"], env })
  return { url, stop: () => server.stop() }
}

// A separate process handles the jobs of shipments, as for the baseline.
function startLane(lane: "fast" | "next", databaseUrl: string): Promise<RunningServer> {
  return startServer({ lane, databaseUrl, env: { WORKER: "off" } })
}

const NEXT = "node_modules/next/dist/bin/next"

/** The least that Next needs for a request: an app of one constant route. */
async function startConstant(databaseUrl: string): Promise<RunningServer> {
  const { url, env } = await environment(databaseUrl)
  await runTool(NEXT, ["build", "bench/constant"], { env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } })
  const server = await startServerProcess({
    args: [NEXT, "start", "bench/constant", "--port", String(env.PORT)],
    env,
    quiet: true,
    ready: () => waitUntilResponding(url),
  })
  return { url, stop: () => server.stop() }
}

export const LANES = ["baseline", "fast", "next"] as const
export type Lane = (typeof LANES)[number]

/** The baseline and both lanes on one database. */
export async function startLanes(databaseUrl: string): Promise<Record<Lane, RunningServer>> {
  return {
    baseline: await startBaseline(databaseUrl),
    fast: await startLane("fast", databaseUrl),
    next: await startLane("next", databaseUrl),
  }
}

/** All servers: the lanes, our pipeline without key, limit and usage, and a constant Next route. */
export async function startAll(databaseUrl: string): Promise<Record<Lane | "bare" | "constant", RunningServer>> {
  return {
    ...(await startLanes(databaseUrl)),
    bare: await startBare(databaseUrl),
    constant: await startConstant(databaseUrl),
  }
}
