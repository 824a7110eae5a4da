import { existsSync } from "node:fs"
import { join } from "node:path"
import { migrate } from "../../prisma/migrate"
import { lockDataDir } from "./data-dir-lock.mjs"
import { startEmbeddedPostgres } from "./embedded-postgres"
import { checkExternalPostgres } from "./external-postgres"
import { findPlace } from "./postgres-place"
import { unprivilegedAccount } from "./postgres-account"
import { findPostmaster } from "./postmaster"
import { Refusal } from "./refusal.mjs"
import type { Settings } from "./settings.mjs"

/**
 * Runs the work of an operator's command on the database that `npm start` uses, whether that runs or not: the one of DATABASE_URL, or
 * the embedded one, which is started for as long as the work takes where it is not running.
 * @throws {Refusal} when there is no embedded database yet
 */
export async function useDatabase<Result>(settings: Settings, work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  if (settings.databaseUrl) {
    await checkExternalPostgres(settings.databaseUrl)
    return work(settings.databaseDirectUrl ?? settings.databaseUrl)
  }
  const { dataDir } = settings
  if (!existsSync(join(dataDir, "postgres"))) throw new Refusal(`there is no database in ${dataDir} yet: run npm start once, or set DATABASE_URL`)
  const { cluster } = await findPlace(dataDir, unprivilegedAccount())
  if (findPostmaster(cluster)) return work((await startEmbeddedPostgres({ dataDir })).url)
  // Nothing else may start this PostgreSQL, and then lose it, while it is ours.
  const lock = await lockDataDir(settings)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir })
    try {
      await migrate(postgres.url)
      return await work(postgres.url)
    } finally {
      await postgres.stop("fast")
    }
  } finally {
    lock.release()
  }
}
