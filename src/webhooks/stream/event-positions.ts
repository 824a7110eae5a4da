import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { RETENTION_START_SQL } from "@/webhooks/events/retention"

// SQL: positions are assigned to many events by one statement, under a lock (FOR UPDATE SKIP LOCKED).

/** Before all positions. */
export const FIRST_POSITION = "-9223372036854775808"

const BATCH_SIZE = 5_000
const MAX_BATCHES = 20

const STATE_SQL = `
  SELECT last, EXISTS (SELECT FROM webhook_event_position WHERE position IS NULL) AS waiting FROM webhook_event_counter`
const LOCK_SQL = "SELECT last FROM webhook_event_counter FOR UPDATE"
const TRY_LOCK_SQL = `${LOCK_SQL} SKIP LOCKED`
const ASSIGN_SQL = `
  WITH waiting AS (SELECT event_id FROM webhook_event_position WHERE position IS NULL ORDER BY event_id LIMIT ${BATCH_SIZE}),
  numbered AS (SELECT event_id, row_number() OVER (ORDER BY event_id) AS place FROM waiting),
  assigned AS (
    UPDATE webhook_event_position p SET position = $1::bigint + n.place FROM numbered n WHERE p.event_id = n.event_id AND p.position IS NULL
    RETURNING p.position)
  UPDATE webhook_event_counter SET last = greatest($1::bigint, (SELECT max(position) FROM assigned))
  RETURNING last, (SELECT count(*)::int FROM assigned) AS assigned`

/**
 * Assigns positions to the events that have been committed without one. One process does so at a time, and its
 * transaction ends before the next begins. A reader that sees a position therefore sees every event with a lower one.
 * The order in which the events' own transactions began, got their ids and were committed does not matter.
 * @param options.wait waits while another process assigns positions, so that every event that was committed before the
 * call has one
 * @returns the last position; the last one before, if another process is assigning positions and this one does not wait
 */
export async function assignPositions({ wait = false } = {}): Promise<string> {
  for (let batch = 0; ; batch++) {
    const [state] = await query<{ last: string; waiting: boolean }>(STATE_SQL, [])
    if (!state) throw new Error("webhook_event_counter has no row")
    if (!state.waiting || batch === MAX_BATCHES) return state.last
    const result = await transaction(async (tx) => {
      const [counter] = await query<{ last: string }>(wait ? LOCK_SQL : TRY_LOCK_SQL, [], tx)
      if (!counter) return null
      // A statement of its own, whose snapshot begins after the transaction that had the lock before.
      const [row] = await query<{ last: string; assigned: number }>(ASSIGN_SQL, [counter.last], tx)
      return row ?? null
    })
    if (!result || result.assigned < BATCH_SIZE) return result?.last ?? state.last
  }
}

const POSITION_SQL = `SELECT position FROM webhook_event_position WHERE event_id = $1 AND created_at > ${RETENTION_START_SQL}`

/**
 * Returns the position of an event of the last 30 days; null if there is none. @param eventId a UUID
 */
export async function positionOf(eventId: string): Promise<string | null> {
  for (let tries = 0; tries < 20; tries++) {
    const [row] = await query<{ position: string | null }>(POSITION_SQL, [eventId])
    if (!row || row.position !== null) return row?.position ?? null
    // It was read from the list of events before it had a position.
    await assignPositions()
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return null
}
