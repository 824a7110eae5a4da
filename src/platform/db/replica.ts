import type pg from "pg"
import { isDeadlock, isUnreachable } from "@/platform/db/errors"
import { gatePool, isPoolExhausted, makePool } from "@/platform/db/pool"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { once } from "@/platform/once"

const LOOK_EVERY_MS = 250
const CONNECT_MS = 1_000
/** Time after which the primary takes over from a hung replica, within what a request may wait for its data. */
const QUERY_MS = 2_000

/** The primary's WAL position at a time of this process's clock. */
interface Mark {
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
  private readonly looks: pg.Pool
  private marks: Mark[] = []
  private provenAt = -Infinity
  private wasFresh = false

  constructor(url: string) {
    this.pool = makePool(url, { name: "replica", writable: false, waitMs: CONNECT_MS, queryMs: QUERY_MS })
    this.looks = makePool(url, {
      name: "replica_looks",
      writable: false,
      max: 1,
      waitMs: CONNECT_MS,
      queryMs: QUERY_MS,
    })
    void this.look()
  }

  get fresh(): boolean {
    return performance.now() - this.provenAt <= env.replicaMaxLagMs
  }

  /** Call it after a failed query; the next successful check restores trust. */
  distrust(): void {
    this.provenAt = -Infinity
  }

  private async look(): Promise<void> {
    try {
      const at = performance.now()
      // Not through the pool that reads fill: the replica exists to relieve that pool.
      const position = await positionOf(gatePool(), "pg_current_wal_lsn()")
      if (position !== null) this.marks.push({ at, position })
      const replayed = await positionOf(this.looks, "pg_last_wal_replay_lsn()")
      const reached = replayed === null ? undefined : this.marks.findLast((mark) => mark.position <= replayed)
      if (reached) this.provenAt = reached.at
      this.marks = this.marks.filter((mark) => mark.at >= (reached?.at ?? 0) && at - mark.at <= env.replicaMaxLagMs)
    } catch (err) {
      log.debug({ err }, "the replica's age could not be looked at")
    }
    if (this.fresh !== this.wasFresh)
      log.warn(
        { fresh: this.fresh },
        this.fresh
          ? "the catalogue is read from the replica"
          : "the replica lags or is down: the catalogue is read from the primary",
      )
    this.wasFresh = this.fresh
    setTimeout(() => void this.look(), LOOK_EVERY_MS).unref()
  }
}

const positionOf = async (db: pg.Pool, what: string): Promise<bigint | null> => {
  const [row] = (await db.query<{ position: string | null }>(`SELECT (${what} - '0/0')::text AS position`)).rows
  return row?.position ? BigInt(row.position) : null
}

const replica = (): Replica | null => {
  const url = env.databaseReplicaUrl
  return url ? once("replica", () => new Replica(url)) : null
}

/** Whether no connection became free in time, which means only that the replica is busy. */
const isWaitOver = (error: unknown): boolean =>
  isPoolExhausted(error) || (error as Error).message === "timeout exceeded when trying to connect"

// A replica cancels a query that blocks its WAL replay.
const conflictsWithRecovery = (error: unknown): boolean =>
  isDeadlock(error) || (error as { code?: unknown }).code === "40001"

/**
 * Runs a catalogue query on the replica if its data is at most REPLICA_MAX_LAG_SECONDS old, otherwise on the primary.
 */
export const readCatalogue = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
  const from = replica()
  if (!from?.fresh) return query<Row>(text, values)
  try {
    return await query<Row>(text, values, from.pool)
  } catch (error) {
    if (isUnreachable(error)) {
      if (!isWaitOver(error)) from.distrust()
    } else if (!conflictsWithRecovery(error)) throw error
    return query<Row>(text, values)
  }
}
