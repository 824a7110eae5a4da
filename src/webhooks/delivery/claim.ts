import { uuidTime } from "@/domain/uuid-time"
import { query } from "@/platform/db/query"
import { log } from "@/platform/log/log"
import { cancelDeliveries } from "@/webhooks/endpoints/pending-deliveries"
import { sampleOfAppSql, withAccounts } from "@/webhooks/events/consent"
import type { StoredEvent } from "@/webhooks/delivery/payload"
import type { Trigger } from "@/webhooks/delivery/schedule"
import type { SigningEndpoint } from "@/webhooks/delivery/sign"

interface PendingDelivery {
  deliveryId: string
  endpointId: string
  eventId: string
  lease: string
  trigger: Trigger
  /** Failed attempts of the schedule. */
  failures: number
  /** The sandbox's fault that changes the delivery; null if there is none. */
  faultId: string | null
}

/** A delivery that only this process may attempt until its lease ends. */
export interface ClaimedDelivery extends PendingDelivery {
  endpoint: DeliveryEndpoint
  event: ClaimedEvent
}

/** The event of a delivery; the subject of a test event is the endpoint. */
interface ClaimedEvent extends StoredEvent {
  subjectId: string
  /** The consent that covers an app's event; null for all others. */
  grantId: string | null
  /** Whether it is the sample of a test that an app sent to its endpoint. */
  isSampleOfApp: boolean
}

interface DeliveryEndpoint extends SigningEndpoint {
  url: string
}

/** Longer than an attempt and its recording take: a worker that exceeds it is considered dead. */
export const LEASE_SECONDS = 30

const PENDING_COLUMNS = `delivery_id AS "deliveryId", endpoint_id AS "endpointId", event_id AS "eventId", lease, trigger, failures, fault_id AS "faultId"`
const CLAIM_SQL = `SELECT ${PENDING_COLUMNS} FROM claim_owned_webhook_deliveries($1::uuid[], $2, $3, $4, $5, coalesce($6::timestamptz, now()))`
const FIND_LEASED_SQL = `SELECT ${PENDING_COLUMNS} FROM webhook_pending WHERE delivery_id = $1 AND lease = $2`
const ENDPOINTS_SQL = `
  SELECT id, url, secret_encrypted AS "secretEncrypted", CASE WHEN previous_secret_expires_at > now() THEN previous_secret_encrypted END AS "previousSecretEncrypted"
  FROM webhook_endpoint WHERE id = ANY ($1::uuid[])`
const EVENTS_SQL = `
  SELECT id, type, api_version AS "apiVersion", livemode, occurred_at AS "occurredAt", data::text AS data, subject_id AS "subjectId", grant_id AS "grantId",
    ${sampleOfAppSql("e")} AS "isSampleOfApp"
  FROM webhook_event e WHERE id = ANY ($1::uuid[]) AND created_at BETWEEN $2 AND $3`

/**
 * Reads the endpoints and events of all deliveries in bulk: an event can have many endpoints, and an endpoint many
 * events.
 */
async function loadClaimed(pending: PendingDelivery[]): Promise<ClaimedDelivery[]> {
  if (pending.length === 0) return []
  const eventIds = [...new Set(pending.map(({ eventId }) => eventId))].sort()
  const days = [eventIds[0] ?? "", eventIds.at(-1) ?? ""].map(uuidTime)
  const [endpoints, events] = await Promise.all([
    query<DeliveryEndpoint>(ENDPOINTS_SQL, [[...new Set(pending.map(({ endpointId }) => endpointId))]]),
    query<ClaimedEvent>(EVENTS_SQL, [eventIds, ...days]),
  ])
  const [endpointsById, eventsById] = [byId(endpoints), byId(await withAccounts(events))]
  const withoutEvent: PendingDelivery[] = []
  const claimed = pending.flatMap((delivery) => {
    const [endpoint, event] = [endpointsById.get(delivery.endpointId), eventsById.get(delivery.eventId)]
    if (endpoint && event) return [Object.assign(delivery, { endpoint, event })]
    withoutEvent.push(delivery)
    return []
  })
  if (withoutEvent.length > 0) await markFailed(withoutEvent.map(({ deliveryId }) => deliveryId))
  return claimed
}

/** Fails deliveries whose event's partition was dropped: they would otherwise be claimed again after each lease. */
async function markFailed(deliveries: string[]): Promise<void> {
  log.error({ deliveries }, "deliveries failed, because their event no longer exists")
  await cancelDeliveries(deliveries)
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

export interface ClaimLimits {
  /** Concurrent deliveries to one endpoint, over all workers. */
  perEndpoint: number
  /** Concurrent deliveries to an endpoint whose last attempt failed, over all workers. */
  perFailingEndpoint: number
  /** Maximum number of claims. */
  capacity: number
}

/** Claims deliveries that are due for these endpoints. @param now replaces PostgreSQL's now() */
export function claim(
  endpointIds: string[],
  { perEndpoint, perFailingEndpoint, capacity }: ClaimLimits,
  now: Date | null,
): Promise<ClaimedDelivery[]> {
  return query<PendingDelivery>(CLAIM_SQL, [
    endpointIds,
    perEndpoint,
    perFailingEndpoint,
    capacity,
    LEASE_SECONDS,
    now,
  ]).then(loadClaimed)
}

/** Returns a delivery that was created with a lease of its creator. */
export async function findLeased(deliveryId: string, lease: string): Promise<ClaimedDelivery | undefined> {
  return (await loadClaimed(await query<PendingDelivery>(FIND_LEASED_SQL, [deliveryId, lease])))[0]
}

/** Releases the leases, so that other workers can claim the deliveries immediately. */
export async function releaseLeases(claimed: Pick<ClaimedDelivery, "deliveryId" | "lease">[]): Promise<void> {
  await query(
    "UPDATE webhook_pending SET lease = NULL, leased_until = NULL WHERE (delivery_id, lease) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))",
    [claimed.map(({ deliveryId }) => deliveryId), claimed.map(({ lease }) => lease)],
  )
}
