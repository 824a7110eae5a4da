import { API_VERSION } from "@/domain/api-version"
import { HANDLES_ORDERS_SQL } from "@/domain/store"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db/query"
import { addJobCall } from "@/platform/jobs"

// SQL: events and their deliveries are recorded in the transaction of a change, or within its statement.

export interface NewEvent {
  type: WebhookEvent
  /** The owner of the event: an account, or the members of a store. */
  audience: { accountId: string } | { storeId: number }
  livemode: boolean
  /** The id of the order, key, endpoint or other resource that it is about. */
  subjectId: string
  /** Its time in a sandbox; without it, the time at which it is recorded. */
  occurredAt?: Date | null
  /** The API resource without the delivery address, whose visibility would end before a stored delivery does. */
  data: object
}

/**
 * If an endpoint already has as many due deliveries of this kind, no worker needs a notification: the worker that sends
 * those claims the new one next. It is five times the concurrency limit of an endpoint, so that they are not all sent
 * before this transaction commits. If they are, the new one is found within a second (Deliverer.checkDue).
 */
export const BACKLOG_LIMIT = 100

/**
 * Records an event and its deliveries in the transaction of the change that causes it, so that they exist, and are
 * sent, if and only if the change commits.
 */
export function recordEvent(tx: Queryable, event: NewEvent): Promise<void> {
  return recordEvents(tx, [event])
}

/** Does what recordEvent does for many events, with one statement. */
export async function recordEvents(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, audience, livemode, subjectId, occurredAt, data }) => ({
    type,
    account_id: "accountId" in audience ? audience.accountId : null,
    store_id: "storeId" in audience ? audience.storeId : null,
    livemode,
    subject_id: subjectId,
    occurred_at: occurredAt ?? null,
    data,
  }))
  await query(RECORD_EVENTS_SQL, [...EVENT_VALUES, JSON.stringify(rows)], tx)
}

/** The parameters $1 and $2 of a statement with EVENT_CTES_SQL. */
export const EVENT_VALUES = [API_VERSION, BACKLOG_LIMIT] as const

/**
 * CTEs that record the events of the rows of the CTE "new_event" (type, account_id, store_id, livemode, subject_id,
 * occurred_at, data). The parameters $1 and $2 are EVENT_VALUES. Workers are notified only if the statement reads
 * "notification". The members of a suspended store get deliveries as well, which wait until it is reinstated
 * (claim_owned_webhook_deliveries). An endpoint does not get the event of its own end.
 */
// The deliveries to apps are recorded by the trigger tell_apps_of_events of webhook_event (decision 37).
// An event's id is created when its change holds all locks, so that the later of two changes has the later event.
export const EVENT_CTES_SQL = `
  stamped AS (
    SELECT uuid_v7(moment) AS id, date_trunc('milliseconds', moment) AS created_at, type, account_id, store_id, livemode, subject_id, occurred_at, data
    FROM (SELECT clock_timestamp() AS moment, * FROM new_event) e),
  event AS (
    INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at, occurred_at)
    SELECT id, type, account_id, store_id, subject_id, $1, livemode, data, created_at, occurred_at FROM stamped),
  recipient AS (
    SELECT id, created_at, type, livemode, subject_id, account_id FROM stamped WHERE account_id IS NOT NULL
    UNION ALL
    SELECT s.id, s.created_at, s.type, s.livemode, s.subject_id, m.account_id FROM stamped s JOIN store_member m ON m.store_id = s.store_id AND ${HANDLES_ORDERS_SQL}),
  delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7(r.created_at), e.id, r.created_at, r.id, r.created_at, r.type, now()
    FROM recipient r JOIN webhook_endpoint e ON e.account_id = r.account_id
    WHERE e.deleted_at IS NULL AND e.livemode = r.livemode AND r.type = ANY (e.events) AND e.id <> r.subject_id AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id, event_id, event_created_at),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at)
    SELECT d.id, d.endpoint_id, d.event_created_at, d.event_id, d.event_created_at, s.store_id, now()
    FROM delivery d JOIN stamped s ON s.id = d.event_id),
  notification AS (
    SELECT job.id FROM (
      SELECT json_agg(DISTINCT endpoint_id) AS endpoints
      FROM (SELECT DISTINCT d.endpoint_id, s.store_id FROM delivery d JOIN stamped s ON s.id = d.event_id) u
      WHERE webhook_backlog(endpoint_id, store_id, $2) < $2 HAVING count(*) > 0) idle,
      ${addJobCall("'deliver_webhooks'", "json_build_object('endpoints', idle.endpoints)")} job)`

const RECORD_EVENTS_SQL = `
  WITH new_event AS (
    SELECT * FROM json_to_recordset($3::json)
    AS r (type text, account_id uuid, store_id integer, livemode boolean, subject_id uuid, occurred_at timestamptz, data json)),
  ${EVENT_CTES_SQL}
  SELECT FROM notification`
