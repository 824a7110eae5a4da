import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "../../commands/postgres/embedded-postgres"
import { tryLock } from "../../commands/process/lock.mjs"
import { endPostmaster, findPostmaster } from "../../commands/postgres/postmaster"

const PREFIX = "haat-test-"

/**
 * Starts a PostgreSQL in a temporary folder and passes it to the tests in the environment, unless a command has already
 * done so: HAAT_TEST_POSTGRES (URL of its first database), HAAT_TEST_DATA (folder), HAAT_SECRET and DATA_DIR.
 * @returns a function that stops it and removes the folder
 */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  if (process.env.HAAT_TEST_POSTGRES) return () => Promise.resolve()
  await removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(folder, 0o711)
  tryLock(join(folder, "lock"))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  Object.assign(process.env, {
    HAAT_TEST_POSTGRES: postgres.url,
    HAAT_TEST_DATA: folder,
    HAAT_SECRET: process.env.HAAT_SECRET ?? randomBytes(32).toString("hex"),
    DATA_DIR: folder,
  })
  return async () => {
    delete process.env.HAAT_TEST_POSTGRES
    await postgres.stop("immediate")
    if (postgres.outside) rmSync(postgres.outside, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A test run that was killed leaves its PostgreSQL running. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    try {
      if (!existsSync(join(folder, "lock")) || !tryLock(join(folder, "lock")).held) continue
      const postmaster = findPostmaster(join(folder, "postgres"))
      if (postmaster) await endPostmaster(postmaster, "immediate")
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another account.
    }
  }
}
