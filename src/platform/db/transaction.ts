import type pg from "pg"
import { isProblem } from "@/domain/problem"
import { isDeadlock, isStalePreparedStatement } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { prismaClient, prismaStatementNames } from "@/platform/db/prisma"
import type { Queryable } from "@/platform/db/query"
import { refuseOnFullDisk } from "@/platform/disk/disk-space"
import type { Prisma } from "@/platform/prisma/client"

// Maximum time to wait for a lock in a transaction; PostgreSQL then reports 55P03.
const LOCK_TIMEOUT = "5s"

const BEGIN = `BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`

/**
 * A condition that is always true, for a single write statement outside a transaction: it limits the wait for row locks
 * as a transaction does. Table locks, which some migrations take, it waits for as reads do.
 */
export const WITH_LOCK_TIMEOUT = `(SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) IS NOT NULL`

/**
 * Runs the work in one transaction: commits if it returns, rolls back if it throws.
 * @param options.onFullDisk runs even on a full disk, for work that frees space
 * @param options.pipelined sends COMMIT behind the statements that the work sends at once. Only a failed statement then
 * rolls back: an error that the work throws afterwards does not, and what it queries afterwards is not in the
 * transaction.
 */
export async function transaction<T>(
  work: (tx: pg.PoolClient) => Promise<T>,
  { onFullDisk = false, pipelined = false } = {},
): Promise<T> {
  if (!onFullDisk) refuseOnFullDisk()
  const client = await pool().connect()
  let broken: Error | undefined
  try {
    // BEGIN is pipelined with the work's first statement.
    const began = client.query(BEGIN).catch((error: Error) => {
      broken = error
    })
    const working = work(client)
    const sent = pipelined ? client.query("COMMIT") : null
    const [outcome, , ended] = await Promise.allSettled([working, began, sent])
    if (ended.status === "rejected") broken ??= ended.reason as Error
    if (broken) throw broken
    if (outcome.status === "rejected") throw outcome.reason as Error
    // PostgreSQL turns the COMMIT of a failed transaction into a ROLLBACK without an error.
    const { command } = await (sent ?? client.query("COMMIT"))
    if (command !== "COMMIT") throw new Error("the transaction was rolled back: a statement in it had failed")
    return outcome.value
  } catch (error) {
    if (!broken && !pipelined) {
      await client.query("ROLLBACK").catch((rollbackError: Error) => {
        broken = rollbackError
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs the work in a savepoint. If it throws a Problem, what it wrote is undone, and the transaction can go on; any
 * other error must end the transaction.
 */
export async function withSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  // Pipelined with the work's first statement.
  const started = tx.query({ text: "SAVEPOINT work" })
  const [outcome] = await Promise.allSettled([work(), started])
  if (outcome.status === "fulfilled") return outcome.value
  if (isProblem(outcome.reason)) await tx.query({ text: "ROLLBACK TO SAVEPOINT work" })
  throw outcome.reason as Error
}

const DEADLOCK_TRIES = 5

/** Runs the work in a savepoint, and once more after each deadlock: the other transaction goes first. */
export async function retryOnDeadlock<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.query({ text: "SAVEPOINT retried" })
  for (let tries = 1; ; tries++) {
    try {
      const result = await work()
      await tx.query({ text: "RELEASE SAVEPOINT retried" })
      return result
    } catch (error) {
      if (!isDeadlock(error) || tries === DEADLOCK_TRIES) throw error
      await tx.query({ text: "ROLLBACK TO SAVEPOINT retried" })
    }
  }
}

// Longer than three lock timeouts; Prisma then ends the transaction with P2028.
const PRISMA_TRANSACTION_MS = 15_000

// The pool's own timeout is shorter, and its error is more specific.
const PRISMA_BEGIN_MS = 5_000

/**
 * Runs the work in a Prisma transaction with the lock timeout and the errors (unavailable) of transaction(). After a
 * failed statement the work must throw, because PostgreSQL discards the transaction.
 */
export async function prismaTransaction<T>(
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { onFullDisk = false } = {},
): Promise<T> {
  if (!onFullDisk) refuseOnFullDisk()
  try {
    // oxlint-disable-next-line haat/no-restricted-syntax -- this is the one place
    return await prismaClient().$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
        return work(tx)
      },
      { timeout: PRISMA_TRANSACTION_MS, maxWait: PRISMA_BEGIN_MS },
    )
  } catch (error) {
    if (isStalePreparedStatement(error)) prismaStatementNames().reset()
    throw error
  }
}

/** Adapts a Prisma transaction for functions that take a Queryable (audit, addJob). */
export function queryableOf(tx: Prisma.TransactionClient): Queryable {
  return {
    async query<Row extends object>({ text, values = [] }: { text: string; values?: unknown[] }) {
      return { rows: await tx.$queryRawUnsafe<Row[]>(text, ...values) }
    },
  }
}
