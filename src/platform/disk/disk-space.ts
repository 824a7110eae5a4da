import { Problem } from "@/domain/problem"
import { env } from "@/platform/env"
import { type DiskSpace, readDiskSpace } from "@/platform/disk/free-space"
import { log } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"

const MEASURE_EVERY_MS = 1_000
const RETRY_SECONDS = 60

class DiskWatch {
  private space: DiskSpace | null = null
  private readonly firstMeasurement: Promise<void>

  constructor(private readonly folder: string) {
    this.firstMeasurement = this.measure()
    setInterval(() => void this.measure(), MEASURE_EVERY_MS).unref()
  }

  get latestSpace(): DiskSpace | null {
    return this.space
  }

  async read(): Promise<DiskSpace | null> {
    await this.firstMeasurement
    return this.space
  }

  private async measure(): Promise<void> {
    const wasFull = isFull(this.space)
    this.space = await readDiskSpace(this.folder).catch(() => null)
    if (this.space === null || isFull(this.space) === wasFull) return
    if (wasFull) log.info(this.space, "the database's disk has space again: accepting writes")
    else log.error(this.space, "the database's disk is full: writes are refused until space is freed")
  }
}

function isFull(space: DiskSpace | null): boolean {
  return space !== null && space.freeBytes < space.floorBytes
}

function diskWatch(): DiskWatch | null {
  return processSingleton("disk-watch", () => (env.databaseDataDir ? new DiskWatch(env.databaseDataDir) : null))
}

/**
 * Returns the space on the database's disk, at most a second old; null if the database is on another machine or its
 * folder cannot be read.
 */
export async function databaseDiskSpace(): Promise<DiskSpace | null> {
  return (await diskWatch()?.read()) ?? null
}

/**
 * Whether the database's disk has less free space than the floor; false if unknown. Cheap, since the disk is measured
 * once a second.
 */
export function isDatabaseDiskFull(): boolean {
  return isFull(diskWatch()?.latestSpace ?? null)
}

/** @throws DiskFull if writes are refused */
export function refuseOnFullDisk(): void {
  if (isDatabaseDiskFull()) throw new DiskFull()
}

/** PostgreSQL's disk_full */
export const DISK_FULL = "53100"

/**
 * The write would succeed, but PostgreSQL could then fail to write its log, so it is refused while reads continue. Its
 * cause has PostgreSQL's own error code, so that retry logic treats it as an outage.
 */
export class DiskFull extends Problem {
  constructor() {
    const cause = Object.assign(new Error("less is free on the database's disk than it needs"), { code: DISK_FULL })
    super("unavailable", {
      retryAfter: RETRY_SECONDS,
      cause,
      message: "The disk of the database is full: nothing can be changed until space is freed. Reading works.",
    })
  }
}
