import { migrate } from "../../prisma/migrate"
import { demoHalfFilled, ensureDemo } from "./demo-step"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres"
import { checkExternalPostgres } from "./external-postgres"
import type { Lifetime } from "./lifetime"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"

/**
 * The steps from no database to one that is migrated and, if it is to be, filled.
 * @returns its URL
 */
export async function databaseSteps(settings: Settings, life: Lifetime): Promise<string> {
  const databaseUrl = settings.databaseUrl
    ? await externalStep(settings.databaseUrl)
    : await embeddedStep(settings, life)
  // Both lock for a session, which a pooler in transaction mode would hand to somebody else.
  const directUrl = settings.databaseDirectUrl ?? databaseUrl
  await step("migrations", () => migrate(directUrl), describeMigrations)
  if (settings.demo) await step("demo", () => ensureDemo(settings, directUrl, life.signal))
  return databaseUrl
}

async function externalStep(databaseUrl: string): Promise<string> {
  await step("database", () => checkExternalPostgres(databaseUrl))
  return databaseUrl
}

async function embeddedStep(settings: Settings, life: Lifetime): Promise<string> {
  const options = { dataDir: settings.dataDir, emptied: demoHalfFilled(settings) }
  const postgres = await step("database", () => startEmbeddedPostgres(options), describePostgres)
  life.add({ name: "database", stop: () => postgres.stop("fast"), force: () => void postgres.stop("immediate") })
  void postgres.ended.then(() => life.fail(`PostgreSQL has ended by itself; see ${settings.dataDir}/postgres.log`))
  return postgres.url
}

function describePostgres({ version, how, port, outside }: EmbeddedPostgres): string {
  const place = outside ? `, kept in ${outside}` : ""
  return `embedded PostgreSQL ${version} ${how} on port ${port}${place}`
}

function describeMigrations(names: string[]): string {
  if (names.length === 0) return "up to date"
  return `${names.length} applied, up to ${names.at(-1) ?? ""}`
}
