import { statfs } from "node:fs/promises"

/**
 * Below this many free bytes only writes that free space are allowed. PostgreSQL allocates its WAL in files of 16 MB,
 * and panics if it cannot create the next one.
 */
const FREE_SPACE_FLOOR_BYTES = 64 * 1024 * 1024

export interface DiskSpace {
  /** Available to PostgreSQL, without the space reserved for root. */
  freeBytes: number
  floorBytes: number
}

/** @throws NodeJS.ErrnoException if the folder cannot be read */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, floorBytes: FREE_SPACE_FLOOR_BYTES }
}

/** Formats a size: "1.5 GB", "48 MB". */
export function describeBytes(bytes: number): string {
  const megabytes = Math.ceil(bytes / 1024 ** 2)
  return megabytes < 1024 ? `${megabytes} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}
