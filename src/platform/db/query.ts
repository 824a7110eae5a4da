import pg from "pg"
import { isStalePreparedStatement } from "@/platform/db/errors"
import { authPool, pool } from "@/platform/db/pool"
import { DiskFull, isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"

/** Anything that can run a query: the pool, a connection in a transaction, or a Prisma transaction (queryableOf). */
export interface Queryable {
  query<Row extends object>(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: Row[] }>
}

/**
 * Runs a statement, which each connection prepares once (unless DATABASE_PREPARED=off), and returns its rows. A
 * statement invalidated by a migration is prepared anew; in a transaction, which that error aborts, only from the next
 * one on.
 * @param text identifies the statement, so variable parts belong in the values
 */
export async function query<Row extends object>(
  text: string,
  values: unknown[],
  db: Queryable = pool(),
): Promise<Row[]> {
  // A pooler may give each transaction another session, without the statements prepared earlier.
  if (!env.preparedStatements) return (await db.query<Row>({ text, values })).rows
  const name = statementName(text)
  try {
    return (await db.query<Row>({ name, text, values })).rows
  } catch (error) {
    if (!isStalePreparedStatement(error)) throw error
    if (statementNames().names.get(text) === name) statementNames().names.delete(text)
    if (!(db instanceof pg.Pool)) throw error
    return (await db.query<Row>({ name: statementName(text), text, values })).rows
  }
}

function statementNames() {
  return processSingleton("statements", () => ({ names: new Map<string, string>(), count: 0 }))
}

function statementName(text: string): string {
  const { names } = statementNames()
  let name = names.get(text)
  if (!name) names.set(text, (name = `haat-${statementNames().count++}`))
  return name
}

/** Runs a single statement that writes. Throws DiskFull if the disk is full, as transaction() does. */
export const writeQuery: typeof query = (text, values, db = pool()) =>
  isDatabaseDiskFull() ? Promise.reject(new DiskFull()) : query(text, values, db)

/** Runs a statement on the pool for authentication and rate limits. */
export const authQuery: typeof query = (text, values, db = authPool()) => query(text, values, db)
