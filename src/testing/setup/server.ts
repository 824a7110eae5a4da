import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { buildIfStale } from "../../commands/build/build"
import { freePort } from "../../commands/process/free-port"
import { serverEntry, startServerProcess } from "../../commands/process/server-process"
import { testFolder } from "./database"

export interface TestServer {
  /** Its APP_URL, such as "http://localhost:41234". */
  url: string
  pid: number
  stop(): Promise<void>
  /** Kills it with SIGKILL, if a clean end does not matter. */
  kill(): Promise<void>
  /** Settles when it has ended, with the way it ended: "exit code 0". */
  ended: Promise<string>
}

export interface TestServerOptions {
  /** fast: `dist/server.mjs`, as run by `npm start`; next: `next start` alone. */
  lane: "fast" | "next"
  databaseUrl: string
  /** Added to the environment that `npm start` would set; undefined removes a variable. */
  env?: Record<string, string | undefined>
}

let build: Promise<unknown> | undefined

/** Builds the sources once, as they are at the first call of this process. */
export function ensureBuilt(): Promise<unknown> {
  return (build ??= buildIfStale(() => undefined))
}

/** Starts a server of the current sources, building them if they are stale, with a DATA_DIR of its own. */
export async function startServer({ lane, databaseUrl, env }: TestServerOptions): Promise<TestServer> {
  if (process.env.HAAT_TEST_BUILD === "failed") throw new Error("cannot start a server: the build has failed")
  await ensureBuilt()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    LOG_LEVEL: "error",
    HAAT_DEMO: "1",
    HAAT_PRELOAD_PAGES: "off",
    ...env,
    NODE_ENV: "production",
    PORT: String(port),
    APP_URL: env?.APP_URL ?? url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: env?.DATA_DIR ?? mkdtempSync(join(testFolder(), "server-")),
    NEXT_TELEMETRY_DISABLED: "1",
  }
  const server =
    lane === "fast"
      ? await startServerProcess({ args: [serverEntry(environment)], env: environment, quiet: true })
      : await startServerProcess({
          args: ["node_modules/next/dist/bin/next", "start", "--port", String(port)],
          env: environment,
          quiet: true,
          ready: () => waitUntilResponding(url),
        })
  process.once("exit", () => server.kill())
  const kill = async (): Promise<void> => {
    server.kill()
    await server.ended
  }
  return { url, pid: server.pid, stop: () => server.stop(), kill, ended: server.ended }
}

/** Settles once the server at the URL responds. */
export async function waitUntilResponding(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${url}/v1/status`)
      return
    } catch {
      await sleep(50)
    }
  }
}
