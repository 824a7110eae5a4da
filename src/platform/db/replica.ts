import type { World } from "@/domain/world"
import type pg from "pg"
import { isDeadlock, isUnreachable } from "@/platform/db/errors"
import { authPool, isPoolExhausted, createPool } from "@/platform/db/pool"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"

const LAG_CHECK_INTERVAL_MS = 250
const CONNECT_MS = 1_000
/** Time after which the primary takes over from a hung replica, within what a request may wait for its data. */
const QUERY_MS = 2_000

/** The primary's WAL position at a time of this process's clock. */
interface WalPosition {
  at: number
  position: bigint
}

/**
 * A streaming replica and its proven freshness: its replayed WAL position is compared with earlier positions of the
 * primary, so that neither a stopped stream nor a wrong clock can make it look fresher than it is.
 */
class Replica {
  readonly pool: pg.Pool
  /** A pool for freshness checks alone: a busy replica is not stale. */
  private readonly lagPool: pg.Pool
  private walPositions: WalPosition[] = []
  private freshAsOf = -Infinity
  private wasFresh = false

  constructor(url: string) {
    this.pool = createPool(url, { name: "replica", writable: false, waitMs: CONNECT_MS, queryMs: QUERY_MS })
    this.lagPool = createPool(url, {
      name: "replica_lag",
      writable: false,
      max: 1,
      waitMs: CONNECT_MS,
      queryMs: QUERY_MS,
    })
    void this.checkLag()
  }

  get fresh(): boolean {
    return performance.now() - this.freshAsOf <= env.replicaMaxLagMs
  }

  /** Call it after a failed query; the next successful check restores trust. */
  markStale(): void {
    this.freshAsOf = -Infinity
  }

  private async checkLag(): Promise<void> {
    try {
      const at = performance.now()
      // Not through the pool that reads fill: the replica exists to relieve that pool.
      const position = await readWalPosition(authPool(), "pg_current_wal_lsn()")
      if (position !== null) this.walPositions.push({ at, position })
      const replayed = await readWalPosition(this.lagPool, "pg_last_wal_replay_lsn()")
      const lastReplayed =
        replayed === null ? undefined : this.walPositions.findLast((walPosition) => walPosition.position <= replayed)
      if (lastReplayed) this.freshAsOf = lastReplayed.at
      this.walPositions = this.walPositions.filter(
        (walPosition) => walPosition.at >= (lastReplayed?.at ?? 0) && at - walPosition.at <= env.replicaMaxLagMs,
      )
    } catch (err) {
      log.debug({ err }, "the replica's lag could not be read")
    }
    if (this.fresh !== this.wasFresh)
      log.warn(
        { fresh: this.fresh },
        this.fresh
          ? "the catalogue is read from the replica"
          : "the replica lags or is down: the catalogue is read from the primary",
      )
    this.wasFresh = this.fresh
    setTimeout(() => void this.checkLag(), LAG_CHECK_INTERVAL_MS).unref()
  }
}

async function readWalPosition(db: pg.Pool, walFunction: string): Promise<bigint | null> {
  const [row] = (await db.query<{ position: string | null }>(`SELECT (${walFunction} - '0/0')::text AS position`)).rows
  return row?.position ? BigInt(row.position) : null
}

function replica(): Replica | null {
  const url = env.databaseReplicaUrl
  return url ? processSingleton("replica", () => new Replica(url)) : null
}

/** Whether no connection became free in time, which means only that the replica is busy. */
function isConnectTimeout(error: unknown): boolean {
  return isPoolExhausted(error) || (error as Error).message === "timeout exceeded when trying to connect"
}

// A replica cancels a query that blocks its WAL replay.
function conflictsWithRecovery(error: unknown): boolean {
  return isDeadlock(error) || (error as { code?: unknown }).code === "40001"
}

/**
 * Reads the catalogue of a world. That of a sandbox may have been written a moment ago, so it is read from the primary.
 */
export function catalogueReader({ livemode }: World): typeof readCatalogue {
  return livemode ? readCatalogue : (text, values) => query(text, values)
}

/**
 * Runs a catalogue query on the replica if its data is at most REPLICA_MAX_LAG_SECONDS old, otherwise on the primary.
 */
export async function readCatalogue<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const source = replica()
  if (!source?.fresh) return query<Row>(text, values)
  try {
    return await query<Row>(text, values, source.pool)
  } catch (error) {
    if (isUnreachable(error)) {
      if (!isConnectTimeout(error)) source.markStale()
    } else if (!conflictsWithRecovery(error)) throw error
    return query<Row>(text, values)
  }
}
