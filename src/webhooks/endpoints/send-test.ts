// SQL: the event and its leased delivery are written by one statement.

import { randomUUID } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { API_VERSION } from "@/domain/api-version"
import { isProblem, Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { HOUR_MS } from "@/domain/time-units"
import { uuidTime } from "@/domain/uuid-time"
import type { WebhookEvent } from "@/domain/webhook-event"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { attempt } from "@/webhooks/delivery/attempt"
import { LEASE_SECONDS, findLeased } from "@/webhooks/delivery/claim"
import { recordWithRetry } from "@/webhooks/delivery/recorder"

/** The response to one attempt. */
interface AttemptResult {
  deliveryId: string
  statusCode: number | null
  /** An AttemptError. */
  error: string | null
  responseHeaders: Record<string, string> | null
  /** The first 64 KiB; null if there was none, or if it is not text. */
  responseBody: string | null
  durationMs: number
}

/** A test event: its type, and the data of its sample. */
interface TestEvent {
  type: WebhookEvent
  data: object
}

// Created with a lease: if this process dies, a worker sends it instead. A sample belongs to nobody, so that no list of
// events shows it among those that happened.
const INSERT_TEST_SQL = `
  WITH endpoint AS (SELECT id, account_id, app_id, livemode FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL),
  event AS (
    INSERT INTO webhook_event (id, type, account_id, app_id, subject_id, api_version, livemode, data, created_at)
    SELECT $2, $9, CASE WHEN $9 = 'ping' THEN account_id END, CASE WHEN $9 = 'ping' THEN app_id END, id, $3, livemode, $4, $5 FROM endpoint),
  delivery AS (
    INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, next_attempt_at, created_at)
    SELECT $6, $2, $5, $9, id, now(), $5 FROM endpoint)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, trigger, due_at, lease, leased_until)
  SELECT $6, $5, id, $2, $5, 'test', now(), $7, now() + make_interval(secs => $8) FROM endpoint
  RETURNING delivery_id`

const FIND_ATTEMPT_SQL = `
  SELECT status_code AS "statusCode", error, response_headers AS "responseHeaders", response_body AS "responseBody", duration_ms AS "durationMs"
  FROM webhook_attempt WHERE delivery_id = $1 AND created_at >= $2 AND trigger = 'test' ORDER BY number LIMIT 1`

/**
 * Immediately sends a test event to an endpoint in any state, and waits up to 15 s for the response. It is not retried.
 * Repeated with the same Idempotency-Key, it returns the first response.
 * @param endpointId its UUID
 * @throws Problem not_found if there is no such endpoint; idempotency_in_progress until the first response is stored
 */
export async function sendTest(
  endpointId: string,
  event: TestEvent = pingOf(endpointId),
  idempotency: Idempotency | null = null,
): Promise<AttemptResult> {
  const leaseExpiresAt = Date.now() + LEASE_SECONDS * 1000
  const lease = randomUUID()
  const inserted = await transaction((tx) =>
    idempotent(tx, idempotency, async () => {
      const eventId = uuidv7()
      const createdAt = uuidTime(eventId)
      const deliveryId = uuidv7({ msecs: createdAt.getTime() })
      const { type, data } = event
      const rows = await query(
        INSERT_TEST_SQL,
        [endpointId, eventId, API_VERSION, JSON.stringify(data), createdAt, deliveryId, lease, LEASE_SECONDS, type],
        tx,
      )
      if (rows.length === 0) throw new Problem("not_found")
      return { deliveryId, lease }
    }),
  )
  if (isProblem(inserted)) throw inserted
  const { deliveryId } = inserted
  if (inserted.lease !== lease) return findResponse(deliveryId)
  const claimed = await findLeased(deliveryId, lease)
  if (!claimed) throw new Problem("not_found")
  const attempted = await attempt(claimed)
  await recordWithRetry([attempted], null, leaseExpiresAt)
  const { statusCode, error, headers, body, durationMs } = attempted.result
  return { deliveryId, statusCode, error, responseHeaders: headers, responseBody: body, durationMs }
}

function pingOf(endpointId: string): TestEvent {
  return {
    type: "ping",
    data: { webhook_endpoint: publicId("webhook_endpoint", endpointId) },
  }
}

/** Returns the stored response to an earlier test. */
async function findResponse(deliveryId: string): Promise<AttemptResult> {
  const since = new Date(uuidTime(deliveryId).getTime() - HOUR_MS)
  const [response] = await query<Omit<AttemptResult, "deliveryId">>(FIND_ATTEMPT_SQL, [deliveryId, since])
  if (!response) throw new Problem("idempotency_in_progress")
  return { deliveryId, ...response }
}
