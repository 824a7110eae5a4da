import { API_VERSION } from "@/domain/api-version"
import { HANDLES_ORDERS_SQL } from "@/domain/store"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db/query"
import { addJobCall } from "@/platform/jobs"

// SQL, because an event and its deliveries are recorded within the statement that changes an order.

interface EventEnvelope {
  type: WebhookEvent
  /** The owner of the event: an account, or the members of a store. */
  audience: { accountId: string } | { storeId: number }
  livemode: boolean
}

export interface NewEvent extends EventEnvelope {
  /** The id of the order, or part of one, that it is about. */
  subjectId: string
  /** Its time in a sandbox; without it, the time at which it is recorded. */
  occurredAt?: Date | null
  /** The API resource without the delivery address, whose visibility would end before a stored delivery does. */
  data: object
}

/**
 * If an endpoint already has as many due deliveries of this kind, no worker needs a notification: the worker that sends
 * those claims the new one next. It is five times the concurrency limit of an endpoint, so that they are not all sent
 * before this transaction commits. If they are, the new one is found within a second (Deliverer.sweep).
 */
export const BACKLOG_LIMIT = 100

/**
 * Records an event and its deliveries in the transaction of the change that causes it, so that they exist, and are
 * sent, if and only if the change commits.
 */
export const recordEvent = async (
  tx: Queryable,
  { subjectId, occurredAt = null, data, ...envelope }: NewEvent,
): Promise<void> => {
  await query(
    "accountId" in envelope.audience ? RECORD_EVENT_SQL.account : RECORD_EVENT_SQL.store,
    [...eventValues(envelope), subjectId, JSON.stringify(data), occurredAt],
    tx,
  )
}

/** The parameters $1 to $5 of a statement that records an event. */
export const eventValues = ({ type, audience, livemode }: EventEnvelope): unknown[] => [
  type,
  "accountId" in audience ? audience.accountId : audience.storeId,
  API_VERSION,
  livemode,
  BACKLOG_LIMIT,
]

// An event's id is created when its change holds all locks, so that the later of two changes has the later event.
const eventCtesSql = (column: "account_id" | "store_id", storeId: string, audience: string, owner = "$2"): string => `
  dated_event AS (
    SELECT uuid_v7(moment) AS id, date_trunc('milliseconds', moment) AS at, subject_id, occurred_at, data
    FROM (SELECT clock_timestamp() AS moment, subject_id, occurred_at, data FROM new_event) t),
  event AS (
    INSERT INTO webhook_event (id, type, ${column}, subject_id, api_version, livemode, data, created_at, occurred_at)
    SELECT id, $1, ${owner}, subject_id, $3, $4, data, at, occurred_at FROM dated_event
    RETURNING id),
  delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7(dated_event.at), e.id, dated_event.at, dated_event.id, dated_event.at, $1, now() FROM dated_event, webhook_endpoint e
    WHERE ${audience} AND e.deleted_at IS NULL AND e.livemode = $4 AND $1 = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id, event_id, event_created_at),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at)
    SELECT id, endpoint_id, event_created_at, event_id, event_created_at, ${storeId}, now() FROM delivery),
  waking AS (
    SELECT job.id FROM (SELECT json_agg(endpoint_id) AS endpoints FROM delivery WHERE webhook_backlog(endpoint_id, ${storeId}, $5) < $5 HAVING count(*) > 0) idle,
      ${addJobCall("'deliver_webhooks'", "json_build_object('endpoints', idle.endpoints)")} job)`

const BUYER_SQL = "(SELECT account_id FROM new_event)"

/**
 * CTEs that do what recordEvent does for the row of the CTE "new_event" (subject_id, occurred_at, data), if there is one. The parameters
 * $1 to $5 are eventValues. Workers are notified only if the statement reads "waking".
 */
export const EVENT_CTES_SQL = {
  // An endpoint does not hear of its own end.
  account: eventCtesSql("account_id", "NULL::integer", "e.account_id = $2 AND e.id <> dated_event.subject_id"),
  /** For the account_id of "new_event". $2 is not used. */
  buyer: eventCtesSql("account_id", "NULL::integer", `e.account_id = ${BUYER_SQL}`, BUYER_SQL),
  // Includes the members of a suspended store: their deliveries wait until it is reinstated (claim_webhook_deliveries).
  store: eventCtesSql(
    "store_id",
    "$2::integer",
    `e.account_id IN (SELECT m.account_id FROM store_member m WHERE m.store_id = $2 AND ${HANDLES_ORDERS_SQL})`,
  ),
} as const

const recordSql = (ctes: string): string =>
  `WITH new_event AS (SELECT $6::uuid AS subject_id, $7::json AS data, $8::timestamptz AS occurred_at), ${ctes} SELECT FROM waking`

const RECORD_EVENT_SQL = { account: recordSql(EVENT_CTES_SQL.account), store: recordSql(EVENT_CTES_SQL.store) }
