import { uuidTime } from "@/domain/uuid-time"
import { query } from "@/platform/db/query"
import { log } from "@/platform/log/log"
import { withdrawLost } from "@/webhooks/endpoints/endpoint-state"
import type { StoredEvent } from "@/webhooks/delivery/payload"
import type { Trigger } from "@/webhooks/delivery/schedule"
import type { SigningEndpoint } from "@/webhooks/delivery/sign"

interface Pending {
  deliveryId: string
  endpointId: string
  eventId: string
  lease: string
  trigger: Trigger
  /** Failed attempts of the schedule. */
  failures: number
}

/** A delivery that only this process may attempt until its lease ends. */
export interface Claimed extends Pending {
  endpoint: Addressee
  event: StoredEvent
}

interface Addressee extends SigningEndpoint {
  url: string
}

/** Longer than an attempt and its recording take: a worker that exceeds it is considered dead. */
export const LEASE_SECONDS = 30

const PENDING = `delivery_id AS "deliveryId", endpoint_id AS "endpointId", event_id AS "eventId", lease, trigger, failures`
const CLAIM = `SELECT ${PENDING} FROM claim_webhook_deliveries($1::uuid[], $2, $3, $4, $5, coalesce($6::timestamptz, now()))`
const LEASED = `SELECT ${PENDING} FROM webhook_pending WHERE delivery_id = $1 AND lease = $2`
const ENDPOINTS = `
  SELECT id, url, secret_encrypted AS "secretEncrypted", CASE WHEN previous_secret_expires_at > now() THEN previous_secret_encrypted END AS "previousSecretEncrypted"
  FROM webhook_endpoint WHERE id = ANY ($1::uuid[])`
const EVENTS = `
  SELECT id, type, api_version AS "apiVersion", livemode, data::text AS data
  FROM webhook_event WHERE id = ANY ($1::uuid[]) AND created_at BETWEEN $2 AND $3`

/**
 * Reads the endpoints and events of all deliveries in bulk: an event can have many endpoints, and an endpoint many
 * events.
 */
const complete = async (pending: Pending[]): Promise<Claimed[]> => {
  if (pending.length === 0) return []
  const eventIds = [...new Set(pending.map(({ eventId }) => eventId))].sort()
  const days = [eventIds[0] ?? "", eventIds.at(-1) ?? ""].map(uuidTime)
  const [endpoints, events] = await Promise.all([
    query<Addressee>(ENDPOINTS, [[...new Set(pending.map(({ endpointId }) => endpointId))]]),
    query<StoredEvent>(EVENTS, [eventIds, ...days]),
  ])
  const [endpointOf, eventOf] = [byId(endpoints), byId(events)]
  const lost: Pending[] = []
  const claimed = pending.flatMap((one) => {
    const [endpoint, event] = [endpointOf.get(one.endpointId), eventOf.get(one.eventId)]
    if (endpoint && event) return [Object.assign(one, { endpoint, event })]
    lost.push(one)
    return []
  })
  if (lost.length > 0) await giveUp(lost.map(({ deliveryId }) => deliveryId))
  return claimed
}

/** Their event's partition was dropped. They would otherwise be claimed again after each lease. */
const giveUp = async (deliveries: string[]): Promise<void> => {
  log.error({ deliveries }, "deliveries are given up, whose event is not there any more")
  await withdrawLost(deliveries)
}

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]))

export interface Limits {
  /** Concurrent deliveries to one endpoint, over all workers. */
  perEndpoint: number
  /** Concurrent deliveries to an endpoint whose last attempt failed, over all workers. */
  perFailingEndpoint: number
  /** Maximum number of claims. */
  room: number
}

/** Claims deliveries that are due for these endpoints. @param clock replaces PostgreSQL's clock */
export const claim = (
  endpointIds: string[],
  { perEndpoint, perFailingEndpoint, room }: Limits,
  clock: Date | null,
): Promise<Claimed[]> =>
  query<Pending>(CLAIM, [endpointIds, perEndpoint, perFailingEndpoint, room, LEASE_SECONDS, clock]).then(complete)

/** Returns a delivery that was created with a lease of its creator. */
export const leased = async (deliveryId: string, lease: string): Promise<Claimed | undefined> =>
  (await complete(await query<Pending>(LEASED, [deliveryId, lease])))[0]

/** Releases the leases, so that other workers can claim the deliveries immediately. */
export const giveBack = async (claimed: Pick<Claimed, "deliveryId" | "lease">[]): Promise<void> => {
  await query(
    "UPDATE webhook_pending SET lease = NULL, leased_until = NULL WHERE (delivery_id, lease) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))",
    [claimed.map(({ deliveryId }) => deliveryId), claimed.map(({ lease }) => lease)],
  )
}
