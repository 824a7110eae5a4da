import { existsSync } from "node:fs"
import { join } from "node:path"
import { describeBytes, type DiskSpace, readDiskSpace } from "../../platform/disk/free-space"
import { CliError } from "../cli-error.mjs"
import type { Settings } from "../settings.mjs"

/** A new cluster with its tables, the demo, and the WAL of creating them. */
const NEW_DATABASE_BYTES = 256 * 1024 * 1024

/** Bytes on disk per byte of a catalogue file: rows, indexes and their WAL, which PostgreSQL recycles. */
const DATA_FACTOR = 5
const WAL_FACTOR = 7
const WAL_MAX_BYTES = 1024 * 1024 * 1024

/** @throws {CliError} if a new database would fill the disk */
export async function requireSpaceForNewDatabase({ dataDir }: Settings): Promise<void> {
  if (existsSync(join(dataDir, "postgres"))) return
  const { freeBytes } = await readDiskSpace(dataDir)
  if (freeBytes >= NEW_DATABASE_BYTES) return
  throw new CliError(
    `the disk of ${dataDir} has ${describeBytes(freeBytes)} free, and a new database needs ${describeBytes(NEW_DATABASE_BYTES)}: free space, or set DATA_DIR to a folder on another disk`,
  )
}

/** A message for a disk that cannot be written to; null if it can. */
export function describeFullDisk({ freeBytes, floorBytes }: DiskSpace, folder: string): string | null {
  if (freeBytes >= floorBytes) return null
  return `the disk of ${folder} is full: reading works, writing is refused until ${describeBytes(floorBytes)} are free there, ${describeBytes(floorBytes - freeBytes)} more than now`
}

/** The space that an import needs and the space that is free on the database's disk, in bytes; null if unknown. */
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
 * Rejects a file that certainly does not fit, and warns of one that may not: it needs less if much of it is already
 * stored.
 * @param bytes of the whole file
 * @returns the warning; null if there is enough space
 * @throws {CliError}
 */
export async function checkImportSize(settings: Settings, name: string, bytes: number): Promise<string | null> {
  const space = await spaceForImport(settings, bytes)
  if (!space || space.freeBytes >= space.neededBytes) return null
  const { folder, freeBytes, floorBytes, neededBytes } = space
  if (freeBytes < bytes + floorBytes) throw insufficientSpace(name, folder, neededBytes, freeBytes)
  return `${name} needs up to ${describeBytes(neededBytes)} on the disk of the database (${folder}), which has ${describeBytes(freeBytes)} free: it is loaded until that does not do`
}

/**
 * Checks that the next batch of an import fits.
 * @param bytes of the batch
 * @throws {CliError} if it does not
 */
export async function requireSpaceForImport(settings: Settings, name: string, bytes: number): Promise<void> {
  const space = await spaceForImport(settings, bytes)
  if (space && space.freeBytes < space.neededBytes)
    throw insufficientSpace(name, space.folder, space.neededBytes, space.freeBytes)
}

function insufficientSpace(name: string, folder: string, neededBytes: number, freeBytes: number): CliError {
  return new CliError(
    `nothing of ${name} was kept: it needs about ${describeBytes(neededBytes)} on the disk of the database (${folder}), which has ${describeBytes(freeBytes)} free; free space there and load it again`,
  )
}
