import { existsSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "./build/build"
import { startEmbeddedPostgres } from "./postgres/embedded-postgres"
import { checkExternalPostgres } from "./postgres/external-postgres"
import { ShutdownManager } from "./process/shutdown-manager"
import { unprivilegedAccount } from "./postgres/postgres-account"
import { locateCluster } from "./postgres/cluster-location"
import { findPostmaster } from "./postgres/postmaster"
import { printFailure, CliError } from "./cli-error.mjs"
import { serverEnv } from "./process/server-env"
import { type ServerProcess, startServerProcess } from "./process/server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"
import { supervise } from "./process/supervise"

/**
 * The steps of `npm run worker`: an additional process that sends webhooks and emails. Any number may run, with or
 * without WORKER=off on the servers. Returns while it runs.
 */
export async function runWorker(settings: Settings): Promise<void> {
  const shutdown = new ShutdownManager(() => undefined)
  try {
    const databaseUrl = await step(
      "database",
      () => runningDatabase(settings),
      () => (settings.databaseUrl ? "PostgreSQL of DATABASE_URL" : "embedded PostgreSQL, running"),
    )
    await step("build", (doing) => buildIfStale(doing, shutdown.signal))
    const startWorker = (signal: AbortSignal): Promise<ServerProcess> =>
      startServerProcess({
        args: ["dist/worker.mjs"],
        env: { ...serverEnv(settings, databaseUrl, "production"), WORKER: "on" },
        signal,
      })
    const worker = await step(
      "worker",
      () => startWorker(shutdown.signal),
      ({ pid }) => `working, process ${pid}`,
      { writesOutput: true },
    )
    supervise(shutdown, { name: "worker", title: "the worker", running: worker, restart: startWorker })
    shutdown.running()
  } catch (error) {
    if (shutdown.stopping) return
    printFailure(error)
    await shutdown.stop(1)
  }
}

/**
 * The URL of the database that `npm start` has migrated. A worker does not migrate it, and ends with an embedded one.
 */
async function runningDatabase(settings: Settings): Promise<string> {
  if (settings.databaseUrl) {
    await checkExternalPostgres(settings.databaseUrl)
    return settings.databaseUrl
  }
  const { dataDir } = settings
  const running =
    existsSync(join(dataDir, "postgres")) &&
    findPostmaster((await locateCluster(dataDir, unprivilegedAccount())).cluster)
  if (!running)
    throw new CliError(`the database in ${dataDir} is not running: run npm start beside this, or set DATABASE_URL`)
  return (await startEmbeddedPostgres({ dataDir })).url
}
