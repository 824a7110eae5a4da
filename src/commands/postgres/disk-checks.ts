import { existsSync } from "node:fs"
import { join } from "node:path"
import { describeBytes, type DiskSpace, readDiskSpace } from "../../platform/disk/free-space"
import { Refusal } from "../refusal.mjs"
import type { Settings } from "../settings.mjs"

/** A new cluster with its tables, the demo, and the log (WAL) of making them. */
const NEW_DATABASE_BYTES = 256 * 1024 * 1024

/** Bytes that a byte of a catalogue file becomes: rows with their indexes, and the log (WAL) of writing them, which PostgreSQL uses again. */
const DATA_FACTOR = 5
const WAL_FACTOR = 7
const WAL_MAX_BYTES = 1024 * 1024 * 1024

/** @throws {Refusal} where a database that is to be made would fill the disk */
export async function checkRoomForNewDatabase({ dataDir }: Settings): Promise<void> {
  if (existsSync(join(dataDir, "postgres"))) return
  const { freeBytes } = await readDiskSpace(dataDir)
  if (freeBytes >= NEW_DATABASE_BYTES) return
  throw new Refusal(
    `the disk of ${dataDir} has ${describeBytes(freeBytes)} free, and a new database needs ${describeBytes(NEW_DATABASE_BYTES)}: free space, or set DATA_DIR to a folder on another disk`,
  )
}

/** What to say of a disk on which nothing can be written; null where something can. */
export function describeFullDisk({ freeBytes, floorBytes }: DiskSpace, folder: string): string | null {
  if (freeBytes >= floorBytes) return null
  return `the disk of ${folder} is full: reading works, writing is refused until ${describeBytes(floorBytes)} are free there, ${describeBytes(floorBytes - freeBytes)} more than now`
}

/** Free space that an import would want, and is, on the database's disk; null where that is not known. */
async function spaceForImport(
  { databaseDataDir }: Settings,
  bytes: number,
): Promise<(DiskSpace & { folder: string; neededBytes: number }) | null> {
  const space = databaseDataDir && (await readDiskSpace(databaseDataDir).catch(() => null))
  if (!space) return null
  const neededBytes = bytes * DATA_FACTOR + Math.min(bytes * WAL_FACTOR, WAL_MAX_BYTES) + space.floorBytes
  return { ...space, folder: databaseDataDir, neededBytes }
}

/**
 * Refuses a file that certainly does not fit, and says of one that may not how it stands: it takes less where much of it is stored already.
 * @param bytes of the whole file
 * @returns the warning; null where all is well
 * @throws {Refusal}
 */
export async function foreseeImport(settings: Settings, name: string, bytes: number): Promise<string | null> {
  const space = await spaceForImport(settings, bytes)
  if (!space || space.freeBytes >= space.neededBytes) return null
  const { folder, freeBytes, floorBytes, neededBytes } = space
  if (freeBytes < bytes + floorBytes) throw tooLittle(name, folder, neededBytes, freeBytes)
  return `${name} needs up to ${describeBytes(neededBytes)} on the disk of the database (${folder}), which has ${describeBytes(freeBytes)} free: it is loaded until that does not do`
}

/**
 * Whether the next part of an import fits.
 * @param bytes of the part
 * @throws {Refusal}
 */
export async function checkRoomForImport(settings: Settings, name: string, bytes: number): Promise<void> {
  const space = await spaceForImport(settings, bytes)
  if (space && space.freeBytes < space.neededBytes)
    throw tooLittle(name, space.folder, space.neededBytes, space.freeBytes)
}

function tooLittle(name: string, folder: string, neededBytes: number, freeBytes: number): Refusal {
  return new Refusal(
    `nothing of ${name} was kept: it needs about ${describeBytes(neededBytes)} on the disk of the database (${folder}), which has ${describeBytes(freeBytes)} free; free space there and load it again`,
  )
}
