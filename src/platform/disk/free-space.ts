import { statfs } from "node:fs/promises"

/**
 * Below this many free bytes on the database's disk nothing is written any more but what frees space: PostgreSQL writes its log (WAL) ahead in files
 * of 16 MB, and stops with a panic when it cannot make the next one.
 */
export const FREE_SPACE_FLOOR_BYTES = 64 * 1024 * 1024

export interface DiskSpace {
  /** That PostgreSQL can still fill, without what the system keeps for root. */
  freeBytes: number
  floorBytes: number
}

/** @throws NodeJS.ErrnoException when the folder cannot be reached */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, floorBytes: FREE_SPACE_FLOOR_BYTES }
}

/** As people read it: "1.5 GB", "48 MB". */
export function describeBytes(bytes: number): string {
  const megabytes = Math.ceil(bytes / 1024 ** 2)
  return megabytes < 1024 ? `${megabytes} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}
