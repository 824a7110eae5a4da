import { isDeadlock } from "@/platform/db/errors"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { addJob } from "@/platform/jobs"
import { log } from "@/platform/log/log"
import { outOfStore } from "@/webhooks/events/audience"
import { hasten, POSTPONED } from "@/webhooks/delivery/hasten"
import { holdEndpoint, PORTION } from "@/webhooks/delivery/portion"

// SQL: pages of the queue by a comparison of rows, with locks.

// The latest first: what fails again meanwhile waits for longer than before and is not met again.
const PAGE = `
  SELECT p.delivery_id, p.due_at FROM webhook_pending p
  WHERE p.endpoint_id = $1 AND ${POSTPONED} AND p.due_at <= $2 AND (p.due_at, p.delivery_id) < ($2, $3::uuid)
  ORDER BY p.due_at DESC, p.delivery_id DESC LIMIT ${PORTION}`
const HASTEN = hasten("p.endpoint_id = $1 AND p.delivery_id = ANY ($2::uuid[])", "schedule")

/**
 * Call when an endpoint has been enabled again: what waited for it goes at once, what had failed before too. Should it end before it is done,
 * what is left waits for its next attempt, or until this is called again.
 */
export const wakeEndpoint = async (endpointId: string): Promise<void> => {
  for (let before: unknown[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]; ; ) {
    const page = await query<{ delivery_id: string; due_at: Date }>(PAGE, [endpointId, ...before])
    await transaction(async (tx) => {
      await holdEndpoint(tx, endpointId)
      await query(HASTEN, [endpointId, page.map(({ delivery_id }) => delivery_id)], tx)
      await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
    })
    const last = page.at(-1)
    if (!last || page.length < PORTION) return
    before = [last.due_at, last.delivery_id]
  }
}

const withdraw = (which: string): string => `
  WITH withdrawn AS (DELETE FROM webhook_pending p WHERE ${which} RETURNING delivery_id, delivery_created_at),
  delivery AS (
    UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL FROM withdrawn w WHERE d.id = w.delivery_id AND d.created_at = w.delivery_created_at)
  SELECT count(*)::int AS count FROM withdrawn`

// What somebody else holds at this moment is being recorded, or just claimed: waiting for it could be waiting for somebody who waits for us.
const portion = (which: string): string =>
  withdraw(
    `p.delivery_id IN (SELECT q.delivery_id FROM webhook_pending q WHERE ${which} LIMIT ${PORTION} FOR UPDATE OF q SKIP LOCKED)`,
  )

const withdrawAll = async (text: string, values: unknown[]): Promise<void> => {
  for (;;) {
    const [withdrawn] = await transaction((tx) => query<{ count: number }>(text, values, tx))
    if (!withdrawn || withdrawn.count < PORTION) return
  }
}

const OF_ENDPOINT = portion("q.endpoint_id = $1")

/**
 * Call when an endpoint has been deleted: what was still to be sent to it is not, and stays readable as failed. Nothing of it is claimed any
 * more, so that what this may leave, should it end before it is done, is withdrawn by the clean-up. What was passed over is not tried again.
 */
export const withdrawDeliveries = async (endpointId: string): Promise<void> => {
  await withdrawAll(OF_ENDPOINT, [endpointId]).catch((err: unknown) =>
    log.warn({ err, endpoint: endpointId }, "what waits for a deleted endpoint is left to the clean-up"),
  )
}

const OF_DELETED = portion("q.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE deleted_at IS NOT NULL)")

/** What an event that was written in the very moment of a deletion has left pending, and what withdrawDeliveries() could not do. */
export const withdrawFromDeleted = (): Promise<void> => withdrawAll(OF_DELETED, [])

const LOST = withdraw("p.delivery_id = ANY ($1::uuid[])")

/** Of deliveries that whoever calls has claimed, and cannot send for lack of their event. @param deliveries UUIDs */
export const withdrawLost = async (deliveries: string[]): Promise<void> => {
  await query(LOST, [deliveries])
}

const OF_STORE = withdraw(`p.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE account_id = $1)
    AND EXISTS (SELECT FROM webhook_event v WHERE v.id = p.event_id AND v.created_at = p.event_created_at AND v.store_id = $2)`)
const TRIES = 5

/**
 * Call in the transaction that takes a store's orders from somebody: what was still to be sent to them of that store is not. What is being
 * recorded is waited for, since it may be to be tried again; who waits for us then goes first.
 */
export const withdrawStoreDeliveries = async (tx: Queryable, accountId: string, storeId: number): Promise<void> => {
  await tx.query({ text: "SAVEPOINT withdrawal" })
  for (let tries = 1; ; tries++) {
    try {
      await query(OF_STORE, [accountId, storeId], tx)
      break
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error
      await tx.query({ text: "ROLLBACK TO SAVEPOINT withdrawal" })
    }
  }
  await tx.query({ text: "RELEASE SAVEPOINT withdrawal" })
}

const OUT_OF_STORE = portion(outOfStore("q"))

/** What an event that was written in the very moment in which somebody left the store has left pending for them. */
export const withdrawFromFormer = (): Promise<void> => withdrawAll(OUT_OF_STORE, [])
