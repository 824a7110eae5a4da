import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { cpSync, openSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { freePort } from "../../src/commands/process/free-port"
import { CliError } from "../../src/commands/cli-error.mjs"
import { blankDatabase } from "../../src/testing/setup/database"
import type { PeerRequest, Kind, Peer } from "./peer"

/** A running server, ours or another's. */
export interface RunningShop {
  name: string
  version: string
  url: string
  scenarios: PeerRequest[]
  stop: () => Promise<void>
}

export interface Workload {
  pages: number[]
  slugs: string[]
  word: string
  /** The content of a correct response to the first request of each kind. */
  expected: Record<Kind, unknown>
}

/** In seconds; a search index may still be built after the start. */
const READY_SECONDS = 300

export function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version
}

/**
 * Installs a peer below .cache, imports our export into a database of its own, and starts it as one process in
 * production.
 * @throws {CliError} when one of its commands fails; its output is in the log
 */
export async function startPeer(
  peer: Peer,
  workload: Workload,
  catalogue: string,
  progress: (text: string) => void,
): Promise<RunningShop> {
  const folder = resolve(".cache/peers", peer.name)
  cpSync(join("bench/peers", peer.name), folder, { recursive: true })
  const log = openSync(join(folder, "log"), "w")
  const { url: databaseUrl } = await blankDatabase()
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...peer.env,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    PORT: String(port),
  }
  const start = (command: string, args: string[]): ChildProcess =>
    spawn(command, args, { cwd: folder, env, stdio: ["ignore", log, log] })
  const run = async (command: string, args: string[]): Promise<void> => {
    progress([command, ...args].join(" "))
    const [code] = (await once(start(command, args), "exit")) as [number | null]
    if (code !== 0) throw new CliError(`${peer.name}: ${command} ${args.join(" ")} failed; see ${folder}/log`)
  }
  await run("npm", ["install", "--no-audit", "--no-fund"])
  for (const args of peer.load(catalogue)) await run(process.execPath, args)
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query("VACUUM ANALYZE")
  await db.end()
  const server = start(process.execPath, peer.serve(port))
  process.once("exit", () => server.kill("SIGKILL"))
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit")
  }
  return {
    name: peer.name,
    version: versionIn(join(folder, "node_modules", peer.package)),
    url: `http://127.0.0.1:${port}`,
    scenarios: peer.createRequests({ ...workload, folder }),
    stop,
  }
}

/**
 * Waits until a shop returns the same products as all others.
 * @throws {CliError} when it does not in time
 */
export async function waitForExpectedResults(
  { name, url, scenarios }: RunningShop,
  { expected }: Workload,
): Promise<void> {
  const deadline = Date.now() + READY_SECONDS * 1000
  for (const { kind, path, requests, extract } of scenarios) {
    for (;;) {
      const response = await fetchJson(url, requests[0])
      const actual = response === null ? null : extract(response)
      if (actual === expected[kind]) break
      if (Date.now() > deadline)
        throw new CliError(`${name}: ${path} returned ${String(actual)} instead of ${String(expected[kind])}`)
      await sleep(500)
    }
  }
}

async function fetchJson(url: string, request: PeerRequest["requests"][number] | undefined): Promise<unknown> {
  try {
    const { method = "GET", path = "/", headers, body } = request ?? {}
    const response = await fetch(`${url}${path}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body: body as string }),
    })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
