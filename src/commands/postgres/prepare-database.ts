import { join } from "node:path"
import { migrate } from "../../../prisma/migrate"
import { isDemoIncomplete, ensureDemo } from "../demo"
import { readDiskSpace } from "../../platform/disk/free-space"
import { requireSpaceForNewDatabase, describeFullDisk } from "./disk-checks"
import { ensureReserve } from "./disk-reserve.mjs"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres"
import { checkExternalPostgres } from "./external-postgres"
import { createFirstStaffLink } from "../first-staff"
import type { ShutdownManager } from "../process/shutdown-manager"
import type { Settings } from "../settings.mjs"
import { step } from "../step.mjs"
import { supervise, type SupervisedProcess } from "../process/supervise"

const RESERVE_EVERY_MS = 60_000

export interface ReadyDatabase {
  databaseUrl: string
  /** Whether this start created the demo. */
  demoFilled: boolean
  /** Where the operator creates the first staff account; null if there is one. */
  firstStaffUrl: string | null
}

/** Starts or finds the database, migrates it and, if DEMO says so, fills it. Each step is printed. */
export async function prepareDatabase(settings: Settings, shutdown: ShutdownManager): Promise<ReadyDatabase> {
  const databaseUrl = settings.databaseUrl
    ? await checkExternalDatabase(settings.databaseUrl)
    : await startEmbeddedDatabase(settings, shutdown)
  // Migrations and the demo take session locks, which a pooler in transaction mode would pass to another client.
  const directUrl = settings.databaseDirectUrl ?? databaseUrl
  await step("migrations", () => migrate(directUrl), describeMigrations)
  const demo = settings.demo
    ? await step(
        "demo",
        () => ensureDemo(settings, directUrl, shutdown.signal),
        ({ text }) => text,
      )
    : null
  return {
    databaseUrl,
    demoFilled: demo?.filled ?? false,
    firstStaffUrl: await createFirstStaffLink(settings, directUrl),
  }
}

async function checkExternalDatabase(databaseUrl: string): Promise<string> {
  await step("database", () => checkExternalPostgres(databaseUrl))
  return databaseUrl
}

async function startEmbeddedDatabase(settings: Settings, shutdown: ShutdownManager): Promise<string> {
  const { dataDir } = settings
  const options = { dataDir, emptied: isDemoIncomplete(settings) }
  await requireSpaceForNewDatabase(settings)
  const postgres = await step("database", () => startEmbeddedPostgres(options), describePostgres)
  // PostgreSQL must come back on the same port, because servers and separate workers keep the URL.
  const restart = async (): Promise<SupervisedProcess> =>
    supervised(await startEmbeddedPostgres({ dataDir, port: postgres.port }))
  const supervised = (started: EmbeddedPostgres): SupervisedProcess => ({
    pid: started.pid,
    ended: started.ended.then(() => `see ${join(dataDir, "postgres.log")}`),
    stop: () => started.stop("fast"),
    kill: () => void started.stop("immediate"),
  })
  await watchDisk(settings)
  supervise(shutdown, { name: "database", title: "PostgreSQL", running: supervised(postgres), restart })
  return postgres.url
}

/** Reports a full disk, and keeps the reserve that the next start may need. */
async function watchDisk({ dataDir }: Settings): Promise<void> {
  const folder = join(dataDir, "postgres")
  const full = describeFullDisk(await readDiskSpace(folder), folder)
  if (full !== null) process.stderr.write(`haat: ${full}\n`)
  ensureReserve(dataDir)
  setInterval(() => ensureReserve(dataDir), RESERVE_EVERY_MS).unref()
}

function describePostgres({ version, how, port, outside }: EmbeddedPostgres): string {
  const place = outside ? `, kept in ${outside}` : ""
  return `embedded PostgreSQL ${version} ${how} on port ${port}${place}`
}

function describeMigrations(names: string[]): string {
  if (names.length === 0) return "up to date"
  return `${names.length} applied, up to ${names.at(-1) ?? ""}`
}
