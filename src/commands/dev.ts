import { watch } from "node:fs"
import { join } from "node:path"
import { renderBanner } from "./banner"
import { generateClient } from "./build/build"
import { writeClientPackage } from "./build/client-package"
import { prepareDatabase } from "./postgres/prepare-database"
import { ShutdownManager } from "./process/shutdown-manager"
import { deleteServerRecord, recordServer } from "./process/server-record.mjs"
import { printFailure } from "./cli-error.mjs"
import { root } from "./root.mjs"
import { serverEnv } from "./process/server-env"
import { startServerProcess, type ServerProcess } from "./process/server-process"
import type { PreparedStart } from "./start"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"

const SETTLE_MS = 150

/**
 * The steps of `npm run dev` that need the packages. Returns once the server runs; it restarts when the sources change.
 */
export async function startDevelopment({ settings, lock, startedAt }: PreparedStart): Promise<void> {
  const shutdown = new ShutdownManager(() => lock.stopping())
  shutdown.stopWhenLauncherDies(lock.launchers)
  try {
    const { databaseUrl, ...ready } = await prepareDatabase(settings, shutdown)
    await step("client", async () => ((await generateClient(shutdown.signal)) ? "generated" : "up to date"))
    await writeClientPackage()
    const server = new DevServer(settings, serverEnv(settings, databaseUrl, "development"))
    shutdown.add({ name: "server", stop: () => server.stop(), force: () => server.kill() })
    await step(
      "server",
      () => server.start(),
      () => `listening on port ${settings.port}, restarted when its sources change`,
      { writesOutput: true },
    )
    shutdown.running()
    process.stdout.write(renderBanner(settings, ready, performance.now() - startedAt))
    watch(join(root, "src"), { recursive: true }, (_event, name) => {
      if (name && needsRestart(name)) server.restartSoon()
    })
  } catch (error) {
    if (shutdown.stopping) return
    printFailure(error)
    await shutdown.stop(1)
  }
}

/** Next reloads pages and components itself; the server's own modules need a new process. */
function needsRestart(path: string): boolean {
  return /\.tsx?$/.test(path) && !/^(app|ui|commands)\//.test(path) && !path.includes(".test.")
}

/**
 * The development server: a new process takes over when sources change; after a failure it waits for the next change.
 */
class DevServer {
  readonly #settings: Settings
  readonly #env: NodeJS.ProcessEnv
  #process: ServerProcess | null = null
  #timer: NodeJS.Timeout | undefined
  /** The last restart that was requested; each waits for the one before. */
  #restarts: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(settings: Settings, env: NodeJS.ProcessEnv) {
    this.#settings = settings
    this.#env = env
  }

  async start(): Promise<void> {
    const server = await startServerProcess({ args: ["--import", "tsx", "src/server.ts"], env: this.#env })
    this.#process = server
    recordServer(this.#settings, server.pid)
    void server.ended.then((how) => {
      if (this.#process !== server) return
      this.#process = null
      process.stderr.write(`haat: the server has ended by itself (${how}); it starts again when a source changes\n`)
    })
  }

  restartSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#restarts = this.#restarts.then(() => this.#restart())
    }, SETTLE_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#restarts
    await this.#end()
  }

  kill(): void {
    this.#process?.kill()
  }

  async #restart(): Promise<void> {
    if (this.#stopped) return
    await this.#end()
    try {
      await step(
        "server",
        () => this.start(),
        () => "restarted",
        { writesOutput: true },
      )
    } catch (error) {
      printFailure(error)
    }
  }

  async #end(): Promise<void> {
    const server = this.#process
    this.#process = null
    await server?.stop()
    deleteServerRecord(this.#settings)
  }
}
