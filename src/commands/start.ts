import { announce } from "./announce"
import { buildIfStale } from "./build/build"
import { databaseSteps } from "./postgres/database"
import { Lifetime } from "./process/lifetime"
import { forgetServer, recordServer } from "./process/port.mjs"
import { printFailure } from "./refusal.mjs"
import { serverEnv } from "./process/server-env"
import { serverEntry, type ServerProcess, startServerProcess } from "./process/server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"
import { supervise } from "./process/supervise"

export interface Prepared {
  settings: Settings
  lock: { stopping(): void; launchers: { pid: number; identity: string | null }[] }
  /** On the clock of `performance.now()`, in milliseconds. */
  began: number
}

/** The steps of `npm start` that need the packages, up to a running server. Returns while the server runs. */
export async function start({ settings, lock, began }: Prepared): Promise<void> {
  const life = new Lifetime(() => lock.stopping())
  life.endWith(lock.launchers)
  try {
    const { databaseUrl, ...ready } = await databaseSteps(settings, life)
    await step("build", (doing) => buildIfStale(doing, life.signal))
    const startServer = async (signal: AbortSignal): Promise<ServerProcess> => {
      const server = await startServerProcess({
        args: [serverEntry(process.env)],
        env: serverEnv(settings, databaseUrl, "production"),
        signal,
      })
      recordServer(settings, server.pid)
      void server.ended.then(() => forgetServer(settings))
      return server
    }
    const server = await step(
      "server",
      () => startServer(life.signal),
      ({ pid }) => `listening on port ${settings.port}, process ${pid}${processes()}`,
      { speaks: true },
    )
    supervise(life, { name: "server", title: "the server", running: server, restart: startServer })
    life.running()
    process.stdout.write(announce(settings, ready, performance.now() - began))
  } catch (error) {
    if (life.stopping) return
    printFailure(error)
    await life.stop(1)
  }
}

function processes(): string {
  const count = Number(process.env.WEB_CONCURRENCY ?? 1)
  return count > 1 ? ` and ${count} below it` : ""
}
