import { watch } from "node:fs"
import { join } from "node:path"
import { announce } from "./announce"
import { generateClient } from "./build/build"
import { databaseSteps } from "./postgres/database"
import { Lifetime } from "./process/lifetime"
import { forgetServer, recordServer } from "./process/port.mjs"
import { printFailure } from "./refusal.mjs"
import { root } from "./root.mjs"
import { serverEnv } from "./process/server-env"
import { startServerProcess, type ServerProcess } from "./process/server-process"
import type { Prepared } from "./start"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"

const SETTLE_MS = 150

/**
 * The steps of `npm run dev` that need the packages. Returns once the server runs; it restarts when the sources change.
 */
export async function develop({ settings, lock, began }: Prepared): Promise<void> {
  const life = new Lifetime(() => lock.stopping())
  life.endWith(lock.launchers)
  try {
    const { databaseUrl, ...ready } = await databaseSteps(settings, life)
    await step("client", async () => ((await generateClient(life.signal)) ? "generated" : "up to date"))
    const server = new FollowingServer(settings, serverEnv(settings, databaseUrl, "development"))
    life.add({ name: "server", stop: () => server.stop(), force: () => server.kill() })
    await step(
      "server",
      () => server.start(),
      () => `listening on port ${settings.port}, restarted when its sources change`,
      { speaks: true },
    )
    life.running()
    process.stdout.write(announce(settings, ready, performance.now() - began))
    watch(join(root, "src"), { recursive: true }, (_event, name) => {
      if (name && needsRestart(name)) server.restartSoon()
    })
  } catch (error) {
    if (life.stopping) return
    printFailure(error)
    await life.stop(1)
  }
}

/** Next reloads pages and components itself; the server's own modules need a new process. */
function needsRestart(path: string): boolean {
  return /\.tsx?$/.test(path) && !/^(app|ui|commands)\//.test(path) && !path.includes(".test.")
}

/**
 * The development server: a new process takes over when sources change; after a failure it waits for the next change.
 */
class FollowingServer {
  readonly #settings: Settings
  readonly #env: NodeJS.ProcessEnv
  #process: ServerProcess | null = null
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()
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
      this.#turn = this.#turn.then(() => this.#restart())
    }, SETTLE_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
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
        { speaks: true },
      )
    } catch (error) {
      printFailure(error)
    }
  }

  async #end(): Promise<void> {
    const server = this.#process
    this.#process = null
    await server?.stop()
    forgetServer(this.#settings)
  }
}
