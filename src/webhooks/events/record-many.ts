import { API_VERSION } from "@/domain/api-version"
import { HANDLES_ORDERS_SQL } from "@/domain/store"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db/query"
import { addJobCall } from "@/platform/jobs"
import { BACKLOG_LIMIT } from "@/webhooks/events/record-events"

// SQL, because the events are recorded in the transaction of the change, with one statement for all of them.

/** A live event, as recordEvent has it. */
export interface LiveEvent {
  /** The owner of the event: an account, or the members of a store. */
  audience: { accountId: string } | { storeId: number }
  /** The id of the order, or part of one, that it is about. */
  subjectId: string
  data: object
}

const RECORD_SQL = `
  WITH new_event AS (SELECT * FROM json_to_recordset($5::json) AS r (account_id uuid, store_id int, subject_id uuid, data json)),
  dated_event AS (
    SELECT uuid_v7(moment) AS id, date_trunc('milliseconds', moment) AS at, account_id, store_id, subject_id, data
    FROM (SELECT clock_timestamp() AS moment, new_event.* FROM new_event) t),
  event AS (
    INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at)
    SELECT id, $1, account_id, store_id, subject_id, $2, $3, data, at FROM dated_event),
  audience AS (
    SELECT id, at, account_id FROM dated_event WHERE store_id IS NULL
    UNION ALL SELECT dated_event.id, dated_event.at, m.account_id FROM dated_event JOIN store_member m ON m.store_id = dated_event.store_id AND ${HANDLES_ORDERS_SQL}),
  delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7(a.at), e.id, a.at, a.id, a.at, $1, now() FROM audience a JOIN webhook_endpoint e ON e.account_id = a.account_id
    WHERE e.deleted_at IS NULL AND e.livemode = $3 AND $1 = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id, event_id, event_created_at),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at)
    SELECT d.id, d.endpoint_id, d.event_created_at, d.event_id, d.event_created_at, dated_event.store_id, now()
    FROM delivery d JOIN dated_event ON dated_event.id = d.event_id),
  owed AS (SELECT DISTINCT d.endpoint_id, dated_event.store_id FROM delivery d JOIN dated_event ON dated_event.id = d.event_id)
  SELECT job.id FROM (
    SELECT json_agg(DISTINCT endpoint_id) AS endpoints FROM owed WHERE webhook_backlog(endpoint_id, store_id, $4) < $4 HAVING count(*) > 0) idle,
    ${addJobCall("'deliver_webhooks'", "json_build_object('endpoints', idle.endpoints)")} job`

/** Does what recordEvent does for many live events of one type. */
export async function recordLiveEvents(tx: Queryable, type: WebhookEvent, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ audience, subjectId, data }) => ({
    account_id: "accountId" in audience ? audience.accountId : null,
    store_id: "storeId" in audience ? audience.storeId : null,
    subject_id: subjectId,
    data,
  }))
  await query(RECORD_SQL, [type, API_VERSION, true, BACKLOG_LIMIT, JSON.stringify(rows)], tx)
}
