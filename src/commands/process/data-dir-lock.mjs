import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createDataDir } from "./data-dir.mjs"
import { releaseReserve } from "../postgres/disk-reserve.mjs"
import { tryLock } from "./lock.mjs"
import { isAlive, launchers } from "./process-identity.mjs"
import { CliError } from "../cli-error.mjs"

/** A command that is stopping finishes its requests first, so this is longer than a request may take. */
const WAIT_SECONDS = 60

/** A command whose server or PostgreSQL was killed needs a moment to notice. */
const NOTICE_SECONDS = 1.5

/**
 * Makes sure that only one command uses a DATA_DIR's PostgreSQL. With DATABASE_URL, there is one lock per port.
 * @param {import("../settings.mjs").Settings} settings
 * @returns {Promise<{ stopping(): void, release(): void, launchers: { pid: number, identity: string | null }[] }>}
 */
export async function lockDataDir(settings) {
  const path = join(settings.dataDir, settings.databaseUrl ? `start-${settings.port}.lock` : "start.lock")
  withDataDirErrors(settings.dataDir, () => createDataDir(settings.dataDir))
  const ownLaunchers = launchers()
  const startedAt = Date.now()
  for (let announced = false; ; ) {
    const lock = withDataDirErrors(settings.dataDir, () =>
      withReserve(settings, () => tryLock(path, { launchers: ownLaunchers })),
    )
    if (lock.held) return { ...lock, launchers: ownLaunchers }
    const { holder } = lock
    const leaving = holder.stopping || holder.launchers?.some((launcher) => !isAlive(launcher))
    if (Date.now() - startedAt > (leaving ? WAIT_SECONDS : NOTICE_SECONDS) * 1000) {
      throw new CliError(
        `already running on ${settings.dataDir} (process ${holder.pid}): stop that one, or set another DATA_DIR and PORT`,
      )
    }
    if (leaving && !announced) {
      process.stdout.write(`  waiting for process ${holder.pid}, which is stopping\n`)
      announced = true
    }
    await sleep(100)
  }
}

/**
 * Deletes the disk reserve if the lock file finds no space and no other command runs on the DATA_DIR.
 * @template T
 * @param {import("../settings.mjs").Settings} settings
 * @param {() => T} work
 * @returns {T}
 */
function withReserve({ databaseUrl, dataDir }, work) {
  try {
    return work()
  } catch (error) {
    if (
      /** @type {NodeJS.ErrnoException} */ (error).code !== "ENOSPC" ||
      databaseUrl !== null ||
      !releaseReserve(dataDir)
    )
      throw error
    return work()
  }
}

/**
 * @template T
 * @param {string} dataDir
 * @param {() => T} work
 * @returns {T}
 */
function withDataDirErrors(dataDir, work) {
  try {
    return work()
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === "ENOSPC")
      throw new CliError(`the disk of DATA_DIR ${dataDir} is full: free 64 MB there, and start again`)
    throw code ? new CliError(`DATA_DIR ${dataDir} cannot be written to: ${code}`) : error
  }
}
