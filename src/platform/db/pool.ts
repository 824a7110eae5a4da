import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { errorCode } from "@/platform/db/errors"
import { env } from "@/platform/env"
import { watchOver } from "@/platform/db/heartbeat"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { once } from "@/platform/once"

const KEEPALIVE_MS = 10_000

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** More wait for the database than POOL_QUEUE allows: whoever comes now is told to come again, which costs neither time nor memory. */
export class PoolExhausted extends Error {
  override name = "PoolExhausted"
  // PostgreSQL's too_many_connections
  readonly code = "53300"

  constructor() {
    super("too many queries wait for the database")
  }
}

/** Whether an error is a PoolExhausted, by its name: the pool is shared by two copies of the class. */
export function isPoolExhausted(error: unknown): error is PoolExhausted {
  return error instanceof Error && error.name === "PoolExhausted"
}

class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const full = this.waitingCount >= env.poolQueue ? new PoolExhausted() : null
    if (!callback) return full ? Promise.reject(full) : super.connect()
    if (full) return callback(full, undefined, () => undefined)
    super.connect((error, client, done) => {
      // graphile-worker gives its listener back twice when that breaks while it ends, and nobody hears the error of the second time but the process.
      let given = false
      const giveBack = (release?: unknown): void => {
        if (!given) done(release)
        given = true
      }
      callback(error, client, giveBack)
    })
  }
}

interface PoolOptions {
  /** What it is called in the metrics. */
  name?: string
  max?: number
  /** How long a query may wait for a connection, and one for its making. */
  waitMs?: number
  /** How long a query may then take: past it, its connection is given up. Nothing that a server does takes the five minutes. */
  queryMs?: number
  /** Whether its connections are of no use while they are read-only: false for a replica. */
  writable?: boolean
}

export const makePool = (
  connectionString: string,
  { name = "main", max = env.poolSize, waitMs = 4_000, queryMs = 300_000, writable = true }: PoolOptions = {},
): pg.Pool => {
  const made = new BoundedPool({
    connectionString,
    max,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    query_timeout: queryMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: "haat",
  })
  watchOver(made, connectionString, { writable })
  pools().set(name, made)
  // A connection that breaks is replaced at the next query; without these listeners it would end the process.
  const broke = (err: Error): void =>
    logThrottled(`database connection ${errorCode(err)}`, OUTAGE_LOG_SECONDS, { err }, "a database connection broke")
  made.on("error", broke)
  made.on("connect", (client) => client.on("error", broke))
  return made
}

/** Those of this process, by their names. */
export const pools = (): Map<string, pg.Pool> => once("pools", () => new Map<string, pg.Pool>())

/** The one pool of the process; Prisma draws from it too. */
export const pool = (): pg.Pool =>
  once("pool", () => {
    if (!env.databaseUrl) throw new Error("DATABASE_URL is not set")
    return makePool(env.databaseUrl)
  })

const CLOSE_MS = 2_000

/** Says goodbye to PostgreSQL; a connection that somebody still holds then ends with the process. */
export const closePool = async (): Promise<void> => {
  await Promise.race([Promise.allSettled([...pools().values()].map((open) => open.end())), sleep(CLOSE_MS)])
}

/** For what needs a session of its own, LISTEN above all, where DATABASE_URL leads to a pooler that shares sessions. */
export const directPool = (): pg.Pool => {
  const url = env.databaseDirectUrl
  return url ? once("direct-pool", () => makePool(url, { name: "direct" })) : pool()
}

// Each of the limits, the keys and the tokens asks for one at a time.
const GATE_SIZE = 2

/** For what every request waits for first, which the requests that have got past it are not to keep waiting. */
export const gatePool = (): pg.Pool =>
  once("gate-pool", () => makePool(pool().options.connectionString ?? "", { name: "gate", max: GATE_SIZE }))
