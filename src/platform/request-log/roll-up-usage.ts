import { setTimeout as sleep } from "node:timers/promises"
import { errorCode } from "@/platform/db/errors"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { firstIdAt, timeOfId } from "@/platform/request-log/request-store"
import { DURATION_COLUMNS, durationBucketSql, durationColumnSql } from "@/platform/request-log/usage-counts"

/** Most requests are stored by then; later ones are listed in api_request_late. */
const DELAY_MS = 15_000
/** The longest period per transaction, after the roll-up has been away. */
const PERIOD_MS = 5 * 60_000
/** PostgreSQL's lock_not_available: a writer takes long. The next run tries again. */
const LOCKED = "55P03"

const CLOSE_SQL = "UPDATE usage_roll_up SET closing_at = greatest(closing_at, $1::uuid)"

// A second roll-up waits for the first, and then sees its result.
const LOCK_SQL = "SELECT rolled_up_to, closing_at FROM usage_roll_up FOR UPDATE"

const SUMS_SQL = DURATION_COLUMNS.map((_, index) => `count(*) FILTER (WHERE col = ${index})`).join(", ")
function addColumns(columns: readonly string[]): string {
  return columns.map((column) => `${column} = u.${column} + excluded.${column}`).join(", ")
}

// One statement, so one snapshot: each late request is either counted and no longer listed, or neither.
const ROLL_UP_SQL = `
  WITH late AS (DELETE FROM api_request_late),
  counted AS MATERIALIZED (
    SELECT *, date_trunc('hour', created_at, 'UTC') AS hour, ${durationColumnSql("duration_ms")} AS col, ${durationBucketSql("duration_ms")} AS bucket
    FROM api_request_tail WHERE id < $1),
  by_credential AS (
    INSERT INTO api_usage AS u (hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms, duration_max, ${DURATION_COLUMNS.join(", ")})
    SELECT hour, account_id, credential_id, credential_kind, operation, status, error_code, count(*), sum(duration_ms), max(duration_ms), ${SUMS_SQL}
    FROM counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (hour, account_id, credential_id, operation, status, error_code)
    DO UPDATE SET ${addColumns(["requests", "duration_ms", ...DURATION_COLUMNS])}, duration_max = CASE WHEN u.duration_max IS NOT NULL THEN greatest(u.duration_max, excluded.duration_max) END),
  by_account AS (
    INSERT INTO account_usage AS u (account_id, livemode, starts_at, requests, errors, ${DURATION_COLUMNS.join(", ")})
    SELECT account_id, livemode, hour, count(*), count(*) FILTER (WHERE status >= 400), ${SUMS_SQL}
    FROM counted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, livemode, starts_at) DO UPDATE SET ${addColumns(["requests", "errors", ...DURATION_COLUMNS])}),
  by_duration AS (
    INSERT INTO account_usage_duration AS u (account_id, livemode, starts_at, bucket, requests, duration_ms)
    SELECT account_id, livemode, hour, bucket, count(*), sum(duration_ms)
    FROM counted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, livemode, starts_at, bucket) DO UPDATE SET ${addColumns(["requests", "duration_ms"])})
  UPDATE usage_roll_up SET rolled_up_to = $1`

/**
 * Adds the requests that arrived before `until` to the usage, each exactly once: the counts and the time up to which
 * they reach are written in one transaction, so that a run that was killed is repeated by the next.
 */
export async function rollUpUsage(until = new Date(Date.now() - DELAY_MS)): Promise<void> {
  for (;;) {
    const [state] = await query<{ rolled_up_to: string }>("SELECT rolled_up_to FROM usage_roll_up", [])
    if (!state) throw new Error("usage_roll_up is empty")
    const from = timeOfId(state.rolled_up_to).getTime()
    const end = Math.min(until.getTime(), from + PERIOD_MS)
    if (!(await closePeriod(firstIdAt(new Date(end))))) return
    await transaction(async (tx) => {
      const [period] = await query<{ rolled_up_to: string; closing_at: string }>(LOCK_SQL, [], tx)
      if (period) await query(ROLL_UP_SQL, [period.closing_at], tx)
    })
    if (end >= until.getTime()) return
  }
}

/**
 * From here on, requests before this id that are stored are listed as late. Waits for the writers of before.
 * @returns whether the writers ended in time
 */
async function closePeriod(end: string): Promise<boolean> {
  for (let attempts = 3; ; attempts--) {
    try {
      await transaction(async (tx) => {
        // Writers queue behind this lock, too.
        await tx.query("SET LOCAL lock_timeout = '1s'")
        await tx.query("SELECT pg_advisory_xact_lock(hashtext('request_log'))")
        await query(CLOSE_SQL, [end], tx)
      })
      return true
    } catch (error) {
      if (errorCode(error) !== LOCKED) throw error
      if (attempts <= 1) return false
      await sleep(1_000)
    }
  }
}
