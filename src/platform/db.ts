import { setTimeout as sleep } from "node:timers/promises"
import { PrismaPg } from "@prisma/adapter-pg"
import pg from "pg"
import { env } from "@/platform/env"
import { watchOver } from "@/platform/heartbeat"
import { log } from "@/platform/log"
import { once } from "@/platform/once"
import { PrismaClient } from "@/platform/prisma/client"

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
}

export const makePool = (
  connectionString: string,
  { name = "main", max = env.poolSize, waitMs = 4_000, queryMs = 300_000 }: PoolOptions = {},
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
  watchOver(made, connectionString)
  pools().set(name, made)
  // A connection that breaks is replaced at the next query; without these listeners it would end the process.
  const broke = (err: Error): void => log.warn({ err }, "a database connection broke")
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

export const prisma = (): PrismaClient => once("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }))

/** Anything that can run a query: the pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">

// PostgreSQL's feature_not_supported, when a migration has changed the type of a column that a prepared statement gives.
const CHANGED = "0A000"

/**
 * Runs a statement that every connection prepares once (unless DATABASE_PREPARED=off), and gives its rows. What a migration has changed under a running
 * server is prepared anew; in a transaction, which that breaks, from the next one on.
 * @param text the same text is the same statement: what varies belongs in the values.
 */
export const query = async <Row extends object>(
  text: string,
  values: unknown[],
  db: Queryable = pool(),
): Promise<Row[]> => {
  // A pooler that gives each transaction another session knows nothing of what an earlier one prepared.
  if (!env.preparedStatements) return (await db.query<Row>(text, values)).rows
  const name = nameOf(text)
  try {
    return (await db.query<Row>({ name, text, values })).rows
  } catch (error) {
    if ((error as { code?: unknown }).code !== CHANGED) throw error
    if (statements().names.get(text) === name) statements().names.delete(text)
    if (!(db instanceof pg.Pool)) throw error
    return (await db.query<Row>({ name: nameOf(text), text, values })).rows
  }
}

const statements = () => once("statements", () => ({ names: new Map<string, string>(), named: 0 }))

const nameOf = (text: string): string => {
  const { names } = statements()
  let name = names.get(text)
  if (!name) names.set(text, (name = `haat-${statements().named++}`))
  return name
}

/** The same on the gate's pool. */
export const gateQuery: typeof query = (text, values, db = gatePool()) => query(text, values, db)

// No transaction waits longer than this for a lock; PostgreSQL then says 55P03.
const LOCK_TIMEOUT = "5s"
const BEGIN = `BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`

/**
 * A condition that is always true, for a change that is one statement and stands outside of a transaction too: it waits for a row no longer than a
 * transaction does. What locks its tables, as some migrations do, it waits for as reads do.
 */
export const WITH_LOCK_TIMEOUT = `(SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) IS NOT NULL`

/** Runs the work in one transaction: committed when it returns, rolled back when it throws. */
export const transaction = async <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool().connect()
  let broken: Error | undefined
  try {
    // The work's first statement is sent right behind it.
    const begun = client.query(BEGIN).catch((error: Error) => {
      broken = error
    })
    const [done] = await Promise.allSettled([work(client), begun])
    if (broken) throw broken
    if (done.status === "rejected") throw done.reason as Error
    // Of a transaction that a statement has broken, PostgreSQL makes a rollback without complaint.
    const { command } = await client.query("COMMIT")
    if (command !== "COMMIT") throw new Error("the transaction was rolled back: a statement in it had failed")
    return done.value
  } catch (error) {
    if (!broken) {
      await client.query("ROLLBACK").catch((rollbackError: Error) => {
        broken = rollbackError
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOTFOUND",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "55P03",
])
const CONNECTION_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|the database system is/

/** Whether an error means that PostgreSQL cannot be reached or cannot answer now, rather than that a query was wrong. */
export const isUnreachable = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as Error & { code?: unknown }).code
    if (typeof code === "string" && (CONNECTION_CODES.has(code) || code.startsWith("08"))) return true
    if (CONNECTION_MESSAGES.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isUnreachable)) return true
  }
  return false
}

const DEADLOCK_DETECTED = "40P01"

/** Whether PostgreSQL ended a transaction because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as Error & { code?: unknown }).code === DEADLOCK_DETECTED) return true
  return false
}
