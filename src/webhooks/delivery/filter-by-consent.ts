import { query } from "@/platform/db/query"
import type { ClaimedDelivery } from "@/webhooks/delivery/claim"
import { cancelDeliveries } from "@/webhooks/endpoints/pending-deliveries"
import { consentedSql } from "@/webhooks/events/consent"
import { uuidTime } from "@/domain/uuid-time"

const CONSENTED_SQL = `
  SELECT e.id FROM webhook_event e WHERE e.id = ANY ($1::uuid[]) AND e.created_at BETWEEN $2 AND $3 AND ${consentedSql("e")}`

/**
 * Call it last before attempts begin: cancels the deliveries to apps whose consent has ended. The events of accounts
 * cost nothing.
 * @returns the deliveries to send
 */
export async function filterByConsent(claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
  const startedAt = performance.now()
  const ids = [...new Set(claimed.filter(isOfGrant).map(({ eventId }) => eventId))].sort()
  if (ids.length === 0) return claimed
  const days = [ids[0] ?? "", ids.at(-1) ?? ""].map(uuidTime)
  const consented = new Set((await query<{ id: string }>(CONSENTED_SQL, [ids, ...days])).map(({ id }) => id))
  const ended = claimed.filter((delivery) => isOfGrant(delivery) && !consented.has(delivery.eventId))
  if (ended.length > 0) await cancelDeliveries(ended.map(({ deliveryId }) => deliveryId))
  const cancelled = new Set(ended)
  const rest = claimed.filter((delivery) => !cancelled.has(delivery))
  // The result of a slow query may be out of date: no attempt may begin more than a second after a consent has ended.
  return performance.now() - startedAt < FRESH_MS ? rest : filterByConsent(rest)
}

const FRESH_MS = 500

function isOfGrant({ event }: ClaimedDelivery): boolean {
  return event.grantId !== null
}
