// SQL: an upsert that counts each minute once, and a series of days.
import { STATUS_COMPONENTS, type StatusComponent } from "@/domain/status"
import { pool } from "@/platform/db/pool"

/** Days that are kept and shown. */
export const STATUS_DAYS = 90
/** A result older than this says nothing about now. */
const CURRENT_MS = 5 * 60_000

/** The result of one check. */
export interface StatusCheck {
  /** Start of the minute. */
  minute: Date
  results: Record<StatusComponent, boolean>
}

/** One day in UTC. */
export interface StatusDay {
  /** YYYY-MM-DD */
  day: string
  /** Fraction of the checks that passed; null if there was none. */
  uptime: number | null
}

export interface ComponentHistory {
  component: StatusComponent
  /** Result of the last check; null if there was none in the last five minutes. */
  ok: boolean | null
  /** Fraction of the checks of all days that passed; null if there was none. */
  uptime: number | null
  /** Oldest first, STATUS_DAYS of them. */
  days: StatusDay[]
}

const RECORD_SQL = `
  INSERT INTO status_day AS s (component, day, checks, failures, last_minute, last_ok)
  SELECT r.component, ($1::timestamptz AT TIME ZONE 'UTC')::date, 1, (NOT r.ok)::int, $1, r.ok
  FROM unnest($2::text[], $3::boolean[]) AS r (component, ok)
  ON CONFLICT (component, day) DO UPDATE
  SET checks = s.checks + 1, failures = s.failures + excluded.failures, last_minute = excluded.last_minute, last_ok = excluded.last_ok
  WHERE s.last_minute < excluded.last_minute`

/**
 * Counts a check. A minute that another worker has counted is ignored.
 * @throws Error of pg if the database is unreachable
 */
export async function recordStatusCheck({ minute, results }: StatusCheck): Promise<void> {
  const oks = STATUS_COMPONENTS.map((component) => results[component])
  await pool().query(RECORD_SQL, [minute, STATUS_COMPONENTS, oks])
}

const HISTORY_SQL = `
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, c.component, s.checks, s.failures, s.last_minute AS "lastMinute", s.last_ok AS "lastOk"
  FROM generate_series(($1::timestamptz AT TIME ZONE 'UTC')::date - ${STATUS_DAYS - 1}, ($1::timestamptz AT TIME ZONE 'UTC')::date, interval '1 day') AS d (day)
  CROSS JOIN unnest($2::text[]) AS c (component)
  LEFT JOIN status_day s ON s.component = c.component AND s.day = d.day::date
  ORDER BY d.day`

interface HistoryRow {
  day: string
  component: StatusComponent
  checks: number | null
  failures: number | null
  lastMinute: Date | null
  lastOk: boolean | null
}

function share(rows: readonly HistoryRow[]): number | null {
  const checks = rows.reduce((sum, row) => sum + (row.checks ?? 0), 0)
  const failures = rows.reduce((sum, row) => sum + (row.failures ?? 0), 0)
  return checks === 0 ? null : (checks - failures) / checks
}

/**
 * The components with their days, in the order of STATUS_COMPONENTS.
 * @throws Error of pg if the database is unreachable
 */
export async function statusHistory(now: Date): Promise<ComponentHistory[]> {
  const { rows } = await pool().query<HistoryRow>(HISTORY_SQL, [now, STATUS_COMPONENTS])
  return STATUS_COMPONENTS.map((component) => {
    const own = rows.filter((row) => row.component === component)
    const last = own.findLast(({ lastMinute }) => lastMinute !== null)
    const current = last?.lastMinute && now.getTime() - last.lastMinute.getTime() <= CURRENT_MS
    return {
      component,
      ok: current ? last.lastOk : null,
      uptime: share(own),
      days: own.map((row) => ({ day: row.day, uptime: share([row]) })),
    }
  })
}
