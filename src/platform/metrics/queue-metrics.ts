import { Gauge, type Registry } from "prom-client"
import { query } from "@/platform/db/query"
import { withTimeout } from "@/platform/concurrency/timeout"
import { logUnavailable } from "@/platform/db/unavailable"

// SQL: counts are bounded, since queue tables can grow to any size.

/** Timeout of a queue measurement; the primary process waits 5 s for the metrics of the others. */
const QUERY_TIMEOUT_MS = 2_000

/** A table of pending work. */
interface Queue {
  /** Prefix of its metrics. */
  name: string
  help: string
  states: readonly string[]
  /** Returns one row with the count of each state. */
  countsSql: string
  /** Returns one row with the age of the oldest item that is ready, in seconds, as "oldest". */
  oldestSql: string
}

const READY_JOB = "locked_at IS NULL AND attempts < max_attempts AND run_at <= now()"

/** Jobs without attempts left remain until the clean-up; scheduled and running jobs are not backlog. */
const JOB_QUEUE: Queue = {
  name: "haat_jobs",
  help: "Jobs by state; failed jobs have no attempts left.",
  states: ["ready", "running", "waiting", "failed"],
  countsSql: `
    SELECT count(*) FILTER (WHERE ${READY_JOB})::int AS ready,
           count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now())::int AS waiting,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed
    FROM graphile_worker.jobs`,
  oldestSql: `SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS oldest FROM graphile_worker.jobs WHERE ${READY_JOB}`,
}

/**
 * Counting reads everything pending, but the age needs only a few rows per endpoint: it is reported even if there is
 * too much to count.
 */
const WEBHOOK_QUEUE: Queue = {
  name: "haat_webhooks",
  help: "Webhook deliveries by state; held ones wait for their endpoint, account or store.",
  states: ["ready", "running", "waiting", "held"],
  countsSql: `
    SELECT count(*) FILTER (WHERE state = 'ready')::int AS ready, count(*) FILTER (WHERE state = 'running')::int AS running,
           count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'held')::int AS held
    FROM (
      SELECT CASE WHEN p.leased AND p.leased_until > now() THEN 'running' WHEN p.due_at > now() THEN 'waiting'
                  WHEN e.status <> 'enabled' OR e.deleted_at IS NOT NULL OR a.locked_at IS NOT NULL OR s.status <> 'approved'
                    OR o.suspended_at IS NOT NULL OR o.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL THEN 'held' ELSE 'ready' END AS state
      FROM webhook_pending p JOIN webhook_endpoint e ON e.id = p.endpoint_id 
           LEFT JOIN oauth_app c ON c.id = e.app_id LEFT JOIN oauth_app o ON o.id = coalesce(c.live_app_id, c.id)
           JOIN account a ON a.id = coalesce(e.account_id, o.account_id) LEFT JOIN store s ON s.id = p.store_id) d`,
  oldestSql: "SELECT longest_webhook_wait() AS oldest",
}

/** Measures the queues. All processes see the same tables, so the values are not summed. */
export function measureQueues(registry: Registry): void {
  for (const { name, help, states, countsSql, oldestSql } of [JOB_QUEUE, WEBHOOK_QUEUE]) {
    const common = { registers: [registry], aggregator: "max" as const }
    const readCounts = createMetricQuery(countsSql)
    new Gauge({
      ...common,
      name,
      help,
      labelNames: ["state"],
      async collect() {
        const row = await readCounts()
        if (row) for (const state of states) this.set({ state }, row[state] ?? 0)
        else this.reset()
      },
    })
    const readOldest = createMetricQuery(oldestSql)
    new Gauge({
      ...common,
      name: `${name}_oldest_seconds`,
      help: "How long the oldest ready item has waited.",
      async collect() {
        const row = await readOldest()
        if (row) this.set(row.oldest ?? 0)
        else this.remove()
      },
    })
  }
}

type Row = Record<string, number>

/**
 * Returns null if the measurement fails. Concurrent callers share one measurement; on a hung database each would
 * otherwise hold a connection.
 */
export function createMetricQuery(text: string): () => Promise<Row | null> {
  let pending: Promise<Row[]> | null = null
  return async () => {
    try {
      pending ??= query<Row>(text, []).finally(() => (pending = null))
      return (await withTimeout(pending, QUERY_TIMEOUT_MS))[0] ?? null
    } catch (err) {
      logUnavailable("queue metrics", err)
      return null
    }
  }
}
