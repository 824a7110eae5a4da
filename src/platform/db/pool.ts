import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { errorCode } from "@/platform/db/errors"
import { env } from "@/platform/env"
import { monitorPool } from "@/platform/db/heartbeat"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { processSingleton } from "@/platform/process-singleton"

const KEEPALIVE_MS = 10_000

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (release?: unknown) => void,
) => void

/** More queries wait for the database than POOL_QUEUE allows. Refusing a query costs neither time nor memory. */
export class PoolExhausted extends Error {
  override name = "PoolExhausted"
  // PostgreSQL's too_many_connections
  readonly code = "53300"

  constructor() {
    super("too many queries wait for the database")
  }
}

/** Whether an error is a PoolExhausted, by name, because the pool is shared by two copies of the class. */
export function isPoolExhausted(error: unknown): error is PoolExhausted {
  return error instanceof Error && error.name === "PoolExhausted"
}

class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const exhausted = this.waitingCount >= env.poolQueue ? new PoolExhausted() : null
    if (!callback) return exhausted ? Promise.reject(exhausted) : super.connect()
    if (exhausted) return callback(exhausted, undefined, () => undefined)
    super.connect((error, client, release) => {
      // graphile-worker releases its listener twice if the connection breaks while it ends, and the error of the second
      // release would be an uncaught exception.
      let released = false
      const releaseOnce = (destroy?: unknown): void => {
        if (!released) release(destroy)
        released = true
      }
      callback(error, client, releaseOnce)
    })
  }
}

interface PoolOptions {
  /** Its name in the metrics. */
  name?: string
  max?: number
  /** Time that a query may wait for a connection, or for a new one to be established. */
  waitMs?: number
  /** Maximum duration of a query; its connection is then closed. No query of a server takes five minutes. */
  queryMs?: number
  /** Whether its connections must be writable; false for a replica. */
  writable?: boolean
}

export function createPool(
  connectionString: string,
  { name = "main", max = env.poolSize, waitMs = 4_000, queryMs = 300_000, writable = true }: PoolOptions = {},
): pg.Pool {
  const created = new BoundedPool({
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
  monitorPool(created, connectionString, { writable })
  pools().set(name, created)
  // The next query replaces a broken connection; without these listeners its error would end the process.
  const onConnectionError = (err: Error): void =>
    logThrottled(`database connection ${errorCode(err)}`, OUTAGE_LOG_SECONDS, { err }, "a database connection broke")
  created.on("error", onConnectionError)
  created.on("connect", (client) => client.on("error", onConnectionError))
  return created
}

/** The process's pools by name. */
export function pools(): Map<string, pg.Pool> {
  return processSingleton("pools", () => new Map<string, pg.Pool>())
}

/** The process's main pool, which Prisma uses too. */
export function pool(): pg.Pool {
  return processSingleton("pool", () => {
    if (!env.databaseUrl) throw new Error("DATABASE_URL is not set")
    return createPool(env.databaseUrl)
  })
}

const CLOSE_MS = 2_000

/** Closes all pools; a connection still in use ends with the process. */
export async function closePool(): Promise<void> {
  await Promise.race([Promise.allSettled([...pools().values()].map((openPool) => openPool.end())), sleep(CLOSE_MS)])
}

/** The pool for session features such as LISTEN, where DATABASE_URL points to a transaction-mode pooler. */
export function directPool(): pg.Pool {
  const url = env.databaseDirectUrl
  return url ? processSingleton("direct-pool", () => createPool(url, { name: "direct" })) : pool()
}

// Rate limits, keys and tokens each use one connection at a time.
const AUTH_POOL_SIZE = 2

/**
 * The pool for authentication and rate limits, which come first in every request and must not wait for the requests
 * behind them.
 */
export function authPool(): pg.Pool {
  return processSingleton("auth-pool", () =>
    createPool(pool().options.connectionString ?? "", { name: "auth", max: AUTH_POOL_SIZE }),
  )
}
