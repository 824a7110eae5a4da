import { existsSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { migrate } from "../../../prisma/migrate"
import { lockDataDir } from "../process/data-dir-lock.mjs"
import { startEmbeddedPostgres } from "./embedded-postgres"
import { checkExternalPostgres } from "./external-postgres"
import { locateCluster } from "./cluster-location"
import { unprivilegedAccount } from "./postgres-account"
import { findPostmaster } from "./postmaster"
import { CliError } from "../cli-error.mjs"
import type { Settings } from "../settings.mjs"

/**
 * Calls back with the URL of the database that `npm start` uses, whether that is running or not: the one of
 * DATABASE_URL, or the embedded one, which is started for the duration of the work if it is not running.
 * @throws {CliError} if there is no embedded database yet, or DATABASE_URL's has no tables
 */
export async function withDatabase<Result>(
  settings: Settings,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (settings.databaseUrl) {
    const where = await checkExternalPostgres(settings.databaseUrl)
    const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl
    if (!(await hasTables(databaseUrl)))
      throw new CliError(`${where} has no tables yet: run npm start first, with the same DATABASE_URL`)
    return work(databaseUrl)
  }
  const { dataDir } = settings
  if (!existsSync(join(dataDir, "postgres")))
    throw new CliError(`there is no database in ${dataDir} yet: run npm start once, or set DATABASE_URL`)
  const { cluster } = await locateCluster(dataDir, unprivilegedAccount())
  if (findPostmaster(cluster)) return work((await startEmbeddedPostgres({ dataDir })).url)
  // The lock keeps another command from adopting this PostgreSQL, which ends with the work.
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

/** Whether npm start has applied a migration there. */
async function hasTables(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  client.on("error", () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated",
    )
    return rows[0]?.migrated === true
  } finally {
    await client.end()
  }
}
