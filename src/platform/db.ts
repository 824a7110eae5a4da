import { PrismaPg } from "@prisma/adapter-pg"
import pg from "pg"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
import { once } from "@/platform/once"
import { PrismaClient } from "@/platform/prisma/client"

/** The one pool of the process; Prisma draws from it too. */
export const pool = (): pg.Pool =>
  once("pool", () => {
    if (!env.databaseUrl) throw new Error("DATABASE_URL is not set")
    const made = new pg.Pool({
      connectionString: env.databaseUrl,
      max: env.poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      application_name: "haat",
    })
    // A connection that breaks is replaced at the next query; without these listeners it would end the process.
    const broke = (err: Error): void => log.warn({ err }, "a database connection broke")
    made.on("error", broke)
    made.on("connect", (client) => client.on("error", broke))
    return made
  })

export const prisma = (): PrismaClient => once("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }))

/** Anything that can run a query: the pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">

/**
 * Runs a statement that every connection prepares once, and gives its rows.
 * @param text the same text is the same statement: what varies belongs in the values.
 */
export const query = async <Row extends object>(text: string, values: unknown[], db: Queryable = pool()): Promise<Row[]> => {
  const names = once("statements", () => new Map<string, string>())
  let name = names.get(text)
  if (!name) {
    name = `haat-${names.size}`
    names.set(text, name)
  }
  const { rows } = await db.query<Row>({ name, text, values })
  return rows
}

/** Runs the work in one transaction: committed when it returns, rolled back when it throws. */
export const transaction = async <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool().connect()
  let broken: Error | undefined
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    return result
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const CONNECTION_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND", "57P01", "57P02", "57P03", "53300"])
const CONNECTION_MESSAGES = /timeout exceeded when trying to connect|Connection terminated|the database system is/

/** Whether an error means that PostgreSQL cannot be reached, rather than that a query was wrong. */
export const isUnreachable = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as Error & { code?: unknown }).code
    if (typeof code === "string" && (CONNECTION_CODES.has(code) || code.startsWith("08"))) return true
    if (CONNECTION_MESSAGES.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isUnreachable)) return true
  }
  return false
}
