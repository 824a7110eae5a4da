import { existsSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "./build/build"
import { startEmbeddedPostgres } from "./postgres/embedded-postgres"
import { checkExternalPostgres } from "./postgres/external-postgres"
import { Lifetime } from "./process/lifetime"
import { unprivilegedAccount } from "./postgres/postgres-account"
import { findPlace } from "./postgres/postgres-place"
import { findPostmaster } from "./postgres/postmaster"
import { printFailure, Refusal } from "./refusal.mjs"
import { serverEnv } from "./process/server-env"
import { type ServerProcess, startServerProcess } from "./process/server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"
import { supervise } from "./process/supervise"

/**
 * The steps of `npm run worker`: an additional process that sends webhooks and emails. Any number may run, with or
 * without WORKER=off on the servers. Returns while it runs.
 */
export async function work(settings: Settings): Promise<void> {
  const life = new Lifetime(() => undefined)
  try {
    const databaseUrl = await step(
      "database",
      () => runningDatabase(settings),
      () => (settings.databaseUrl ? "PostgreSQL of DATABASE_URL" : "embedded PostgreSQL, running"),
    )
    await step("build", (doing) => buildIfStale(doing, life.signal))
    const startWorker = (signal: AbortSignal): Promise<ServerProcess> =>
      startServerProcess({
        args: ["dist/worker.mjs"],
        env: { ...serverEnv(settings, databaseUrl, "production"), WORKER: "on" },
        signal,
      })
    const worker = await step(
      "worker",
      () => startWorker(life.signal),
      ({ pid }) => `working, process ${pid}`,
      { speaks: true },
    )
    supervise(life, { name: "worker", title: "the worker", running: worker, restart: startWorker })
    life.running()
  } catch (error) {
    if (life.stopping) return
    printFailure(error)
    await life.stop(1)
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
    existsSync(join(dataDir, "postgres")) && findPostmaster((await findPlace(dataDir, unprivilegedAccount())).cluster)
  if (!running)
    throw new Refusal(`the database in ${dataDir} is not running: run npm start beside this, or set DATABASE_URL`)
  return (await startEmbeddedPostgres({ dataDir })).url
}
