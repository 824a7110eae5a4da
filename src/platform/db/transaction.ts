import type pg from "pg"
import { isStale } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { prismaClient, prismaNames } from "@/platform/db/prisma"
import type { Queryable } from "@/platform/db/query"
import { refuseOnFullDisk } from "@/platform/disk/disk-space"
import type { Prisma } from "@/platform/prisma/client"

// No transaction waits longer than this for a lock; PostgreSQL then says 55P03.
const LOCK_TIMEOUT = "5s"

const BEGIN = `BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`

/**
 * A condition that is always true, for a change that is one statement and stands outside of a transaction too: it waits for a row no longer than a
 * transaction does. What locks its tables, as some migrations do, it waits for as reads do.
 */
export const WITH_LOCK_TIMEOUT = `(SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) IS NOT NULL`

/**
 * Runs the work in one transaction: committed when it returns, rolled back when it throws.
 * @param options.onFullDisk whether it is done on a full disk as well, as what frees space is
 */
export const transaction = async <T>(
  work: (tx: pg.PoolClient) => Promise<T>,
  { onFullDisk = false } = {},
): Promise<T> => {
  if (!onFullDisk) refuseOnFullDisk()
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

// Longer than three waits for locks; Prisma then ends the transaction and says P2028.
const PRISMA_TRANSACTION_MS = 15_000

// The pool's own bound, which comes first, says better what happened.
const PRISMA_BEGIN_MS = 5_000

/**
 * The same as transaction() through Prisma: its statements wait for locks no longer, and what ends it is told as the same (unavailable).
 * After a statement has failed, the work must throw: PostgreSQL keeps nothing of such a transaction.
 */
export async function prismaTransaction<T>(
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { onFullDisk = false } = {},
): Promise<T> {
  if (!onFullDisk) refuseOnFullDisk()
  try {
    // eslint-disable-next-line no-restricted-syntax -- this is the one place
    return await prismaClient().$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
        return work(tx)
      },
      { timeout: PRISMA_TRANSACTION_MS, maxWait: PRISMA_BEGIN_MS },
    )
  } catch (error) {
    if (isStale(error)) prismaNames().renew()
    throw error
  }
}

/** Prisma's transaction for what takes any (audit, addJob): they write in it what follows from its changes. */
export const queryableOf = (tx: Prisma.TransactionClient): Queryable => ({
  async query<Row extends object>({ text, values = [] }: { text: string; values?: unknown[] }) {
    return { rows: await tx.$queryRawUnsafe<Row[]>(text, ...values) }
  },
})
