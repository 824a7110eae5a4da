import { consentedSql } from "@/webhooks/events/consent"
import { type Queryable, query } from "@/platform/db/query"
import { retryOnDeadlock, transaction } from "@/platform/db/transaction"
import { addJob } from "@/platform/jobs"
import { log } from "@/platform/log/log"
import { noLongerAuthorizedSql } from "@/webhooks/events/audience"
import { retryNowSql, RETRY_SCHEDULED_SQL } from "@/webhooks/delivery/retry-now"
import { BATCH_SIZE } from "@/webhooks/delivery/batch-size"
import { lockEndpoint } from "@/webhooks/endpoints/lock-endpoint"

// SQL: pages of the queue by row-value comparison, with locks.

// The latest first: deliveries that fail again meanwhile move later and are not processed twice.
const SCHEDULED_RETRIES_SQL = `
  SELECT p.delivery_id, p.due_at FROM webhook_pending p
  WHERE p.endpoint_id = $1 AND ${RETRY_SCHEDULED_SQL} AND p.due_at <= $2 AND (p.due_at, p.delivery_id) < ($2, $3::uuid)
  ORDER BY p.due_at DESC, p.delivery_id DESC LIMIT ${BATCH_SIZE}`
const RETRY_NOW_SQL = retryNowSql("p.endpoint_id = $1 AND p.delivery_id = ANY ($2::uuid[])", "schedule")

// Nothing could be sent while the endpoint was disabled, so the next attempts count from now instead of the sandbox clock's
// earlier due times.
const FORGET_MOVES_SQL = "UPDATE webhook_pending SET moved = false WHERE endpoint_id = $1 AND moved"

/**
 * Call it after enabling an endpoint: makes its waiting deliveries due immediately, including those that failed before.
 * If it is interrupted, the rest wait for their next attempt or for another call.
 */
export async function retryPendingNow(endpointId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockEndpoint(tx, endpointId)
    await query(FORGET_MOVES_SQL, [endpointId], tx)
  })
  for (let before: unknown[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]; ; ) {
    const page = await query<{ delivery_id: string; due_at: Date }>(SCHEDULED_RETRIES_SQL, [endpointId, ...before])
    await transaction(async (tx) => {
      await lockEndpoint(tx, endpointId)
      await query(RETRY_NOW_SQL, [endpointId, page.map(({ delivery_id }) => delivery_id)], tx)
      await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
    })
    const last = page.at(-1)
    if (!last || page.length < BATCH_SIZE) return
    before = [last.due_at, last.delivery_id]
  }
}

function cancelSql(condition: string): string {
  return `
  WITH cancelled AS (DELETE FROM webhook_pending p WHERE ${condition} RETURNING delivery_id, delivery_created_at),
  delivery AS (
    UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL FROM cancelled c WHERE d.id = c.delivery_id AND d.created_at = c.delivery_created_at)
  SELECT count(*)::int AS count FROM cancelled`
}

// Skips locked rows, which are being recorded or claimed: waiting for them could cause a deadlock.
function cancelBatchSql(condition: string): string {
  return cancelSql(
    `p.delivery_id IN (SELECT q.delivery_id FROM webhook_pending q WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE OF q SKIP LOCKED)`,
  )
}

async function cancelInBatches(text: string, values: unknown[]): Promise<void> {
  for (;;) {
    const [cancelled] = await transaction((tx) => query<{ count: number }>(text, values, tx))
    if (!cancelled || cancelled.count < BATCH_SIZE) return
  }
}

const CANCEL_ENDPOINT_DELIVERIES_SQL = cancelBatchSql("q.endpoint_id = $1")

/**
 * Call it after deleting an endpoint: cancels its pending deliveries, which stay readable as failed. None of them is
 * claimed any more, so if it is interrupted, the clean-up cancels the rest. Skipped rows are not retried.
 */
export async function cancelEndpointDeliveries(endpointId: string): Promise<void> {
  await cancelInBatches(CANCEL_ENDPOINT_DELIVERIES_SQL, [endpointId]).catch((err: unknown) =>
    log.warn({ err, endpoint: endpointId }, "pending deliveries of a deleted endpoint are left to the clean-up"),
  )
}

const CANCEL_DELETED_ENDPOINT_DELIVERIES_SQL = cancelBatchSql(
  "q.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE deleted_at IS NOT NULL)",
)

/**
 * Cancels what an event recorded at the moment of a deletion left pending, and what cancelEndpointDeliveries() could not
 * cancel.
 */
export function cancelDeletedEndpointDeliveries(): Promise<void> {
  return cancelInBatches(CANCEL_DELETED_ENDPOINT_DELIVERIES_SQL, [])
}

const CANCEL_DELIVERIES_SQL = cancelSql("p.delivery_id = ANY ($1::uuid[])")

/** Cancels claimed deliveries that may no longer be sent. @param deliveries UUIDs */
export async function cancelDeliveries(deliveries: string[]): Promise<void> {
  await query(CANCEL_DELIVERIES_SQL, [deliveries])
}

const CANCEL_STORE_DELIVERIES_SQL = cancelSql(`p.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE account_id = $1)
    AND EXISTS (SELECT FROM webhook_event v WHERE v.id = p.event_id AND v.created_at = p.event_created_at AND v.store_id = $2)`)

/**
 * Call it in the transaction that removes a member's access to a store's orders: cancels the store's pending deliveries
 * to them. It waits for deliveries being recorded, since they may be retried; on a deadlock the recording goes first.
 */
export async function cancelStoreDeliveries(tx: Queryable, accountId: string, storeId: number): Promise<void> {
  await retryOnDeadlock(tx, () => query(CANCEL_STORE_DELIVERIES_SQL, [accountId, storeId], tx))
}

const CANCEL_FORMER_MEMBER_DELIVERIES_SQL = cancelBatchSql(noLongerAuthorizedSql("q"))

/** Cancels what an event recorded at the moment of a member's removal left pending for them. */
export function cancelFormerMemberDeliveries(): Promise<void> {
  return cancelInBatches(CANCEL_FORMER_MEMBER_DELIVERIES_SQL, [])
}

const CANCEL_DELIVERIES_WITHOUT_CONSENT_SQL = cancelBatchSql(`EXISTS (
    SELECT FROM webhook_event e WHERE e.id = q.event_id AND e.created_at = q.event_created_at AND NOT ${consentedSql("e")})`)

/** Cancels what waits for apps whose consent has ended. Each attempt checks the consent itself. */
export function cancelDeliveriesWithoutConsent(): Promise<void> {
  return cancelInBatches(CANCEL_DELIVERIES_WITHOUT_CONSENT_SQL, [])
}
