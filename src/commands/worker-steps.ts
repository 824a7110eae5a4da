import { existsSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "./build"
import { startEmbeddedPostgres } from "./embedded-postgres"
import { checkExternalPostgres } from "./external-postgres"
import { Lifetime } from "./lifetime"
import { unprivilegedAccount } from "./postgres-account"
import { findPlace } from "./postgres-place"
import { findPostmaster } from "./postmaster"
import { printFailure, Refusal } from "./refusal.mjs"
import { serverEnv } from "./server-env"
import { startServerProcess } from "./server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"

/**
 * The steps of `npm run worker`: one more process that sends webhooks and mails, beside a server that runs with WORKER=off or not. Any
 * number of them may run. Returns while it runs.
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
    const worker = await step(
      "worker",
      () =>
        startServerProcess({
          args: ["dist/worker.mjs"],
          env: { ...serverEnv(settings, databaseUrl, "production"), WORKER: "on" },
          signal: life.signal,
        }),
      ({ pid }) => `working, process ${pid}`,
      { speaks: true },
    )
    life.add({ name: "worker", stop: () => worker.stop(), force: () => worker.kill() })
    void worker.ended.then((how) => life.fail(`the worker has ended by itself (${how})`))
    life.running()
  } catch (error) {
    if (life.stopping) return
    printFailure(error)
    await life.stop(1)
  }
}

/** The database that `npm start` has migrated: a worker changes nothing about it, and does not outlive an embedded one. */
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
