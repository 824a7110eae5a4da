import { randomUUID } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { API_VERSION } from "@/domain/api-version"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { query } from "@/platform/db/query"
import { attempt, type AttemptError } from "@/webhooks/delivery/attempt"
import { LEASE_SECONDS, findLeased } from "@/webhooks/delivery/claim"
import { recordWithRetry } from "@/webhooks/delivery/recorder"

/** The response to one attempt. */
export interface AttemptResult {
  deliveryId: string
  statusCode: number | null
  error: AttemptError | null
  responseHeaders: Record<string, string> | null
  /** The first 64 KiB; null if there was none, or if it is not text. */
  responseBody: string | null
  durationMs: number
}

// Created with a lease: if this process dies, a worker sends it instead.
const INSERT_PING_SQL = `
  WITH endpoint AS (SELECT id, account_id, livemode FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL),
  event AS (
    INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data, created_at)
    SELECT $2, 'ping', account_id, id, $3, livemode, $4, $5 FROM endpoint),
  delivery AS (
    INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, next_attempt_at, created_at)
    SELECT $6, $2, $5, 'ping', id, now(), $5 FROM endpoint)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, trigger, due_at, lease, leased_until)
  SELECT $6, $5, id, $2, $5, 'test', now(), $7, now() + make_interval(secs => $8) FROM endpoint
  RETURNING delivery_id`

/**
 * Immediately sends a "ping" event to an endpoint in any state, and waits up to 15 s for the response. It is not
 * retried.
 * @param endpointId its UUID
 * @throws Problem not_found if there is no such endpoint
 */
export const sendTest = async (endpointId: string): Promise<AttemptResult> => {
  const leaseExpiresAt = Date.now() + LEASE_SECONDS * 1000
  const eventId = uuidv7()
  const createdAt = uuidTime(eventId)
  const deliveryId = uuidv7({ msecs: createdAt.getTime() })
  const lease = randomUUID()
  const data = JSON.stringify({ webhook_endpoint: publicId("webhook_endpoint", endpointId) })
  const inserted = await query(INSERT_PING_SQL, [
    endpointId,
    eventId,
    API_VERSION,
    data,
    createdAt,
    deliveryId,
    lease,
    LEASE_SECONDS,
  ])
  const claimed = inserted.length > 0 ? await findLeased(deliveryId, lease) : undefined
  if (!claimed) throw new Problem("not_found")
  const attempted = await attempt(claimed)
  await recordWithRetry([attempted], null, leaseExpiresAt)
  const { statusCode, error, headers, body, durationMs } = attempted.result
  return { deliveryId, statusCode, error, responseHeaders: headers, responseBody: body, durationMs }
}
