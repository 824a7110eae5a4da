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

// A placeholder file beside the embedded database. PostgreSQL cannot recover on a full disk; the file is then deleted
// to make room.

/** Enough for the three WAL files that a recovery may start, and too little to be mistaken for free space. */
export const RESERVE_BYTES = 48 * 1024 * 1024

/** With less than this (two WAL files), PostgreSQL may fail before recovery. */
export const RECOVERY_BYTES = 32 * 1024 * 1024

/** The space that must remain free after the reserve is created. */
const LEFT_BYTES = 128 * 1024 * 1024

/**
 * @param {string} dataDir
 * @returns {{ folder: string, freeBytes: number } | null} the folder of the embedded database; null if there is none
 * yet
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
 * Deletes the reserve if less is free than PostgreSQL needs to start.
 * @param {string} dataDir
 * @returns {boolean} whether it was deleted
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
 * Creates the reserve if there is none and enough space is free.
 * @param {string} dataDir
 */
export function ensureReserve(dataDir) {
  const database = databaseFolder(dataDir)
  if (!database || database.freeBytes < RESERVE_BYTES + LEFT_BYTES) return
  const path = join(database.folder, "reserve")
  if (existsSync(path)) return
  const draft = `${path}.new`
  const fd = openSync(draft, "w", 0o600)
  try {
    // The file is written rather than extended: a hole would reserve no space.
    const megabyte = Buffer.alloc(1024 * 1024)
    for (let written = 0; written < RESERVE_BYTES; written += megabyte.length) writeSync(fd, megabyte)
    fsyncSync(fd)
  } catch {
    // Another process has filled the disk meanwhile.
    rmSync(draft, { force: true })
    return
  } finally {
    closeSync(fd)
  }
  renameSync(draft, path)
}
