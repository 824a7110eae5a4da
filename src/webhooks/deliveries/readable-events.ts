// SQL: an event's JSON is read as the signed text, which Prisma would parse.
import type { Caller } from "@/domain/caller"
import { HANDLES_APPROVED_ORDERS_SQL } from "@/domain/store"
import { uuidTime } from "@/domain/uuid-time"
import { query } from "@/platform/db/query"
import type { StoredEvent } from "@/webhooks/delivery/payload"
import { consentedSql, sampleOfAppSql } from "@/webhooks/events/consent"

// A store's event is shown only to those who handle its orders now, while it is not suspended; an app's only while the
// consent lasts. The bounds select the partitions, for which an array is not enough.
const EVENTS_SQL = `
  SELECT id, type, api_version AS "apiVersion", livemode, created_at AS "createdAt", occurred_at AS "occurredAt", data::text AS data, grant_id AS "grantId", ${sampleOfAppSql("e")} AS "isSampleOfApp"
  FROM webhook_event e
  WHERE id = ANY ($1::uuid[]) AND created_at = ANY ($2::timestamptz[]) AND created_at BETWEEN $3 AND $4 AND ${consentedSql("e")}
    AND (store_id IS NULL OR store_id IN (SELECT m.store_id FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = $5 AND ${HANDLES_APPROVED_ORDERS_SQL}))`

/**
 * Returns those of the events that the caller may still read.
 * @param ids UUIDs of events that were sent to the caller's endpoints
 */
export async function readableEvents(
  caller: Caller,
  ids: readonly string[],
): Promise<(StoredEvent & { grantId: string | null; isSampleOfApp: boolean })[]> {
  const sorted = [...new Set(ids)].sort()
  const times = sorted.map(uuidTime)
  return sorted.length === 0 ? [] : query(EVENTS_SQL, [sorted, times, times[0], times.at(-1), caller.accountId])
}
