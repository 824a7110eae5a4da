// SQL: Prisma cannot merge index scans of a partitioned table.
import { type Caller, clientOf } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { consentedSql, withAccounts } from "@/webhooks/events/consent"
import { EVENT_COLUMNS, type EventRow, type StoredEventRow } from "@/webhooks/events/event-row"
import { RETENTION_START_SQL } from "@/webhooks/events/retention"
import type { EventFilter } from "@/webhooks/events/schema"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"

/**
 * Lists the events of the caller's account and store in its mode, or of the app that it acts for, newest first. The
 * account's live events, its test events and the store's events each have an index in this order. Each index is scanned
 * up to the page, and only the rows of the merged result are read.
 */
export async function listEvents(
  caller: Caller,
  { page, per_page, ...filter }: PageRequest & EventFilter,
): Promise<Page<EventRow>> {
  const { subqueries, values } = buildSubqueries(caller, filter)
  const offset = offsetOf({ page, per_page })
  const [limit, skip, until] = [1, 2, 3].map((index) => `$${values.length + index}`)
  const [rows, total] = await Promise.all([
    query<StoredEventRow>(
      `SELECT ${EVENT_COLUMNS}
       FROM (SELECT created_at, id FROM (${subqueries.map((subquery) => `(${subquery} ORDER BY created_at DESC, id DESC LIMIT ${until})`).join(" UNION ALL ")}) found
             ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${skip}) page
       CROSS JOIN LATERAL (SELECT * FROM webhook_event w WHERE w.created_at = page.created_at AND w.id = page.id LIMIT 1) e
       ORDER BY e.created_at DESC, e.id DESC`,
      [...values, per_page, offset, offset + per_page],
    ),
    countRows(subqueries.join(" UNION ALL "), values),
  ])
  return { rows: await withAccounts(rows), total }
}

/** Returns the SELECTs to merge: one per owner. */
function buildSubqueries(
  caller: Caller,
  { type, since, until }: EventFilter,
): { subqueries: string[]; values: unknown[] } {
  const values: unknown[] = []
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const filter = `created_at >= greatest(${value(since ?? null)}::timestamptz, ${RETENTION_START_SQL})
    AND created_at < coalesce(${value(until ?? null)}::timestamptz, 'infinity')${type === undefined ? "" : ` AND type = ${value(type)}`}`
  const appId = clientOf(caller)
  if (appId !== undefined) {
    const owner = `app_id = ${value(appId)} AND ${caller.livemode ? "" : "NOT "}livemode`
    const consented = consentedSql("webhook_event")
    return {
      subqueries: [`SELECT created_at, id FROM webhook_event WHERE ${owner} AND ${filter} AND ${consented}`],
      values,
    }
  }
  const owners = [
    `account_id = ${value(caller.accountId)}`,
    ...(caller.storeId === null ? [] : [`store_id = ${value(caller.storeId)}`]),
  ]
  const mode = caller.livemode ? "livemode" : "NOT livemode"
  const subqueries = owners.map(
    (owner) => `SELECT created_at, id FROM webhook_event WHERE ${owner} AND ${mode} AND ${filter}`,
  )
  return { subqueries, values }
}
