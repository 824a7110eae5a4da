import type pg from "pg"
import { pool } from "@/platform/db/pool"
import { transaction } from "@/platform/db/transaction"
import { log } from "@/platform/log/log"
import { firstIdAt } from "@/platform/request-log/request-store"

export const DAY_PARTITIONED = [
  "api_request",
  "api_usage",
  "webhook_event",
  "webhook_delivery",
  "webhook_attempt",
] as const
export type DayPartitioned = (typeof DAY_PARTITIONED)[number]

// Leaves room in each page for the updates of a row while it is sent.
const FILLFACTOR: Partial<Record<DayPartitioned, number>> = { webhook_delivery: 65 }

/**
 * PostgreSQL's lock_not_available, and check_violation: the default partition already has rows of that day, which stay
 * there.
 */
const [LOCKED, DEFAULT_HAS_ROWS] = ["55P03", "23514"]

/**
 * Creating and dropping a partition needs an exclusive lock. Behind a long reader, such as a backup, all writes would
 * queue for it too. So it waits only briefly, for one table at a time.
 * @returns whether it got the lock; if not, the next run tries again
 */
async function withTableLock(table: DayPartitioned, work: (tx: pg.PoolClient) => Promise<unknown>): Promise<boolean> {
  try {
    await transaction(
      async (tx) => {
        await tx.query("SET LOCAL lock_timeout = '2s'")
        await work(tx)
      },
      { onFullDisk: true },
    )
    return true
  } catch (err) {
    const { code } = err as { code?: unknown }
    if (code === DEFAULT_HAS_ROWS) return true
    if (code !== LOCKED) throw err
    log.warn({ err, table }, "a table is being read: its partitions are left to the next run")
    return false
  }
}

/** Creates the missing partitions of a table for the days from `from` until `until` (UTC, such as "2026-05-01"). */
export async function makeDayPartitions(table: DayPartitioned, from: string, until: string): Promise<void> {
  const { rows } = await pool().query<{ partition: string; begins: string; ends: string }>(
    `SELECT $1 || '_' || to_char(day, 'YYYYMMDD') AS partition, to_char(day, 'YYYY-MM-DD') AS begins, to_char(day + interval '1 day', 'YYYY-MM-DD') AS ends
     FROM generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') day
     WHERE to_regclass($1 || '_' || to_char(day, 'YYYYMMDD')) IS NULL ORDER BY day`,
    [table, from, until],
  )
  for (const { partition, begins, ends } of rows) {
    const bounds = [begins, ends].map((day) => lowerBound(table, `${day}T00:00:00Z`))
    const created = await withTableLock(table, async (tx) => {
      // The second of two concurrent runs sees the partitions of the first.
      await tx.query("SELECT pg_advisory_xact_lock(hashtext('make_day_partitions'))")
      await tx.query(
        `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${table} FOR VALUES FROM ('${bounds[0]}') TO ('${bounds[1]}') WITH (fillfactor = ${FILLFACTOR[table] ?? 100})`,
      )
    })
    if (!created) return
  }
}

/** The partitions of the request log are bounded by id, those of the others by time. */
export function lowerBound(table: DayPartitioned, time: string): string {
  return table === "api_request" ? firstIdAt(new Date(time)) : time
}

/** Drops a table's partitions before this day. */
export async function dropDayPartitions(table: DayPartitioned, keepFrom: string): Promise<void> {
  await withTableLock(table, (tx) => tx.query("SELECT drop_day_partitions($1, $2)", [table, keepFrom]))
}
