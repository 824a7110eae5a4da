import { newUuid } from "@/platform/new-uuid"
import { query } from "@/platform/db/query"
import { logRetriedFailure } from "@/platform/db/unavailable"

// SQL: times are compared with the database's clock.

const HEARTBEAT_MS = 10_000
/** A process that has not been seen for so long was killed, or cannot reach the database. */
const HEARTBEAT_TIMEOUT = "30 seconds"
/** A request has the time of its arrival, and may take so long. */
const LONGEST_REQUEST = "30 seconds"

const UPSERT_WRITER_SQL = `
  INSERT INTO request_writer (id, complete_until, seen_at, lost_from, lost_until)
  VALUES ($1, least($2::timestamptz, now() - interval '${LONGEST_REQUEST}'), now(), $3, $4)
  ON CONFLICT (id) DO UPDATE SET complete_until = EXCLUDED.complete_until, seen_at = now(), lost_from = EXCLUDED.lost_from, lost_until = EXCLUDED.lost_until`
const DELETE_WRITER_SQL = "DELETE FROM request_writer WHERE id = $1 AND lost_from IS NULL"
// What it has lost stays, of a process that has not been killed. It may have lost it after the last beat.
const RECORD_LOSS_SQL = `
  INSERT INTO request_writer (id, complete_until, seen_at, lost_from, lost_until) VALUES ($1, now(), 'infinity', $2, $3)
  ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at, lost_from = EXCLUDED.lost_from, lost_until = EXCLUDED.lost_until`

/**
 * The row of a process that is logging requests. It is there while requests come, so that it stays if the process is
 * killed: what the process had not stored by then is lost.
 */
export class RequestWriter {
  private readonly id = newUuid()
  private timer: NodeJS.Timeout | undefined
  private busy = false
  private lost: { from: Date; until: Date } | null = null
  /** Statements follow one another, so that an old one does not undo a new one. */
  private last: Promise<unknown> = Promise.resolve()

  /** @param oldestWaiting when the oldest request arrived that is not stored yet; null for none */
  constructor(private readonly oldestWaiting: () => Date | null) {}

  /** Call it with each request. */
  markActive(): void {
    this.busy = true
    if (this.timer) return
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref()
    void this.beat()
  }

  /** Call it with requests that will never be stored. @param arrivals when they arrived */
  recordLoss(arrivals: readonly Date[]): void {
    for (const at of arrivals)
      this.lost = {
        from: this.lost && this.lost.from < at ? this.lost.from : at,
        until: this.lost && this.lost.until > at ? this.lost.until : at,
      }
  }

  /** Call it when everything is stored, and none may come. */
  end(): Promise<unknown> {
    clearInterval(this.timer)
    this.timer = undefined
    const { id, lost } = this
    return this.run(() => (lost ? query(RECORD_LOSS_SQL, [id, lost.from, lost.until]) : query(DELETE_WRITER_SQL, [id])))
  }

  private beat(): Promise<unknown> {
    const waiting = this.oldestWaiting()
    const idle = !this.busy && waiting === null
    this.busy = false
    if (idle) return this.end()
    return this.run(() =>
      query(UPSERT_WRITER_SQL, [this.id, waiting, this.lost?.from ?? null, this.lost?.until ?? null]),
    )
  }

  private run(statement: () => Promise<unknown>): Promise<unknown> {
    return (this.last = this.last.then(statement).catch((error: unknown) => logRetriedFailure("request writer", error)))
  }
}

const FIRST_GAP_SQL = `
  SELECT min(start) AS "from" FROM (
    SELECT complete_until AS start, seen_at + interval '${HEARTBEAT_TIMEOUT}' AS until FROM request_writer WHERE seen_at < now() - interval '${HEARTBEAT_TIMEOUT}'
    UNION ALL SELECT lost_from, lost_until FROM request_writer WHERE lost_from IS NOT NULL) gap
  WHERE start < $2 AND until >= $1`

/**
 * Returns the earliest time of a range from which requests may be missing, because a process was killed before it had
 * stored them; null if none are.
 */
export async function findFirstGap(from: Date, to: Date): Promise<Date | null> {
  const [gap] = await query<{ from: Date | null }>(FIRST_GAP_SQL, [from, to])
  if (!gap?.from) return null
  return gap.from < from ? from : gap.from
}
