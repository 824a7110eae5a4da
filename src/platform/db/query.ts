import pg from "pg"
import { isStale } from "@/platform/db/errors"
import { gatePool, pool } from "@/platform/db/pool"
import { DiskFull, isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

/** Anything that can run a query: the pool, a connection inside a transaction, or a transaction of Prisma's (queryableOf). */
export interface Queryable {
  query<Row extends object>(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: Row[] }>
}

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
  if (!env.preparedStatements) return (await db.query<Row>({ text, values })).rows
  const name = nameOf(text)
  try {
    return (await db.query<Row>({ name, text, values })).rows
  } catch (error) {
    if (!isStale(error)) throw error
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

/** The same for a statement that changes something, and may be its own transaction: DiskFull where the disk is full, as of transaction(). */
export const writeQuery: typeof query = (text, values, db = pool()) =>
  isDatabaseDiskFull() ? Promise.reject(new DiskFull()) : query(text, values, db)

/** The same on the gate's pool. */
export const gateQuery: typeof query = (text, values, db = gatePool()) => query(text, values, db)
