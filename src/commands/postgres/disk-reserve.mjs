import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs"
import { dirname, join } from "node:path"

// A file of nothing beside the embedded database. PostgreSQL on a full disk cannot even recover: then the reserve is given up in its favour.

/** Enough for the three files of its log (WAL) that a recovery may begin, and too little to be taken for space that is free again. */
export const RESERVE_BYTES = 48 * 1024 * 1024

/** Below this PostgreSQL may not get as far as recovery: two files of its log. */
export const RECOVERY_BYTES = 32 * 1024 * 1024

/** What must be left beside the reserve where it is made. */
const LEFT_BYTES = 128 * 1024 * 1024

/**
 * @param {string} dataDir
 * @returns {{ folder: string, freeBytes: number } | null} where the embedded database lies; null while there is none
 */
export function databaseFolder(dataDir) {
  try {
    const folder = dirname(realpathSync(join(dataDir, "postgres")))
    const { bavail, bsize } = statfsSync(folder)
    return { folder, freeBytes: bavail * bsize }
  } catch {
    return null
  }
}

/**
 * Gives the reserve up where less is free than PostgreSQL needs to start.
 * @param {string} dataDir
 * @returns {boolean} whether it was
 */
export function releaseReserve(dataDir) {
  const database = databaseFolder(dataDir)
  if (!database || database.freeBytes >= RECOVERY_BYTES) return false
  const path = join(database.folder, "reserve")
  if (!existsSync(path)) return false
  rmSync(path)
  return true
}

/**
 * Makes the reserve where there is none and enough is free.
 * @param {string} dataDir
 */
export function keepReserve(dataDir) {
  const database = databaseFolder(dataDir)
  if (!database || database.freeBytes < RESERVE_BYTES + LEFT_BYTES) return
  const path = join(database.folder, "reserve")
  if (existsSync(path)) return
  const draft = `${path}.new`
  const fd = openSync(draft, "w", 0o600)
  try {
    // Written, not only made as long: a hole takes no space.
    const megabyte = Buffer.alloc(1024 * 1024)
    for (let written = 0; written < RESERVE_BYTES; written += megabyte.length) writeSync(fd, megabyte)
    fsyncSync(fd)
  } catch {
    // Somebody else has filled the disk meanwhile.
    rmSync(draft, { force: true })
    return
  } finally {
    closeSync(fd)
  }
  renameSync(draft, path)
}
