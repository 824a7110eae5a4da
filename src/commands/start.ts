import { renderBanner } from "./banner"
import { buildIfStale } from "./build/build"
import { prepareDatabase } from "./postgres/prepare-database"
import { ShutdownManager } from "./process/shutdown-manager"
import { deleteServerRecord, recordServer } from "./process/server-record.mjs"
import { printFailure } from "./cli-error.mjs"
import { serverEnv } from "./process/server-env"
import { serverEntry, type ServerProcess, startServerProcess } from "./process/server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"
import { supervise } from "./process/supervise"

export interface PreparedStart {
  settings: Settings
  lock: { stopping(): void; launchers: { pid: number; identity: string | null }[] }
  /** On the clock of `performance.now()`, in milliseconds. */
  startedAt: number
}

/** The steps of `npm start` that need the packages, up to a running server. Returns while the server runs. */
export async function start({ settings, lock, startedAt }: PreparedStart): Promise<void> {
  const shutdown = new ShutdownManager(() => lock.stopping())
  shutdown.stopWhenLauncherDies(lock.launchers)
  try {
    const { databaseUrl, ...ready } = await prepareDatabase(settings, shutdown)
    await step("build", (doing) => buildIfStale(doing, shutdown.signal))
    const startServer = async (signal: AbortSignal): Promise<ServerProcess> => {
      const server = await startServerProcess({
        args: [serverEntry(process.env)],
        env: serverEnv(settings, databaseUrl, "production"),
        signal,
      })
      recordServer(settings, server.pid)
      void server.ended.then(() => deleteServerRecord(settings))
      return server
    }
    const server = await step(
      "server",
      () => startServer(shutdown.signal),
      ({ pid }) => `listening on port ${settings.port}, process ${pid}${processes()}`,
      { writesOutput: true },
    )
    supervise(shutdown, { name: "server", title: "the server", running: server, restart: startServer })
    shutdown.running()
    process.stdout.write(renderBanner(settings, ready, performance.now() - startedAt))
  } catch (error) {
    if (shutdown.stopping) return
    printFailure(error)
    await shutdown.stop(1)
  }
}

function processes(): string {
  const count = Number(process.env.WEB_CONCURRENCY ?? 1)
  return count > 1 ? ` and ${count} below it` : ""
}
