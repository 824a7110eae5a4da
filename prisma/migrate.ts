import { createHash, randomUUID } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Logger, runMigrations } from "graphile-worker"
import { Client, DatabaseError } from "pg"

// The lock number of Prisma's own migrate, so that the two never run at the same time.
const PRISMA_MIGRATE_LOCK = 72707369

// Prisma's exact definition, because its commands read and write this table as their own.
const MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = "55P03"
const LOCK_RETRY_MS = 1_000
const LOCK_ATTEMPTS = 50

interface Migration {
  name: string
  sql: string
}

/** A migration that cannot be applied. The message names the migration and the reason, in one line. */
export class MigrationError extends Error {
  override name = "MigrationError"
}

/**
 * Applies the missing migrations, each in a transaction, then those of graphile-worker.
 * @param folder of `<name>/migration.sql` files, applied in the order of their names
 * @param lockTimeoutMs how long a migration may wait for a lock, and block those behind it, before it yields and
 * retries
 * @returns the names applied, in order
 * @throws {MigrationError}
 */
export async function migrate(
  databaseUrl: string,
  folder = fileURLToPath(new URL("migrations", import.meta.url)),
  lockTimeoutMs = 5_000,
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_MIGRATE_LOCK])
    await client.query(MIGRATIONS_TABLE)
    const pending = await pendingMigrations(client, readMigrations(folder))
    for (const migration of pending) await apply(client, migration, lockTimeoutMs)
    await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => undefined) })
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, path: join(folder, name, "migration.sql") }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, sql: readFileSync(path, "utf8") }))
}

async function pendingMigrations(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const unfinished = rows.find(({ finished }) => !finished)
  if (unfinished) {
    throw new MigrationError(
      `migration ${unfinished.name} was begun by prisma migrate and did not finish: see prisma migrate resolve`,
    )
  }
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return migrations.filter(({ name, sql }) => {
    const recorded = applied.get(name)
    if (recorded === undefined) return true
    if (!checksums(sql).includes(recorded)) {
      throw new MigrationError(
        `migration ${name} was applied to this database and its file has changed since: undo the change and add a new migration`,
      )
    }
    return false
  })
}

/** Retries while it cannot get its locks; each retry lets the queries behind it proceed. */
async function apply(client: Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  for (let left = LOCK_ATTEMPTS; ; left--) {
    try {
      return await applyOnce(client, migration, lockTimeoutMs)
    } catch (error) {
      const locked =
        error instanceof MigrationError &&
        error.cause instanceof DatabaseError &&
        error.cause.code === LOCK_NOT_AVAILABLE
      if (!locked || left <= 1) throw error
      await sleep(LOCK_RETRY_MS)
    }
  }
}

async function applyOnce(client: Client, { name, sql }: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query("BEGIN")
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    const started = new Date()
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum(sql), name, started],
    )
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined)
    if (!(error instanceof DatabaseError)) throw error
    throw new MigrationError(`migration ${name} failed${lineOf(sql, error)}: ${error.message}`, { cause: error })
  }
}

function lineOf(sql: string, error: DatabaseError): string {
  return error.position ? ` at line ${sql.slice(0, Number(error.position)).split("\n").length}` : ""
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** Returns the checksums that Prisma accepts, since git may have changed the line endings. */
function checksums(sql: string): string[] {
  const lines = sql.replaceAll("\r\n", "\n")
  return [checksum(sql), checksum(lines), checksum(lines.replaceAll("\n", "\r\n"))]
}
