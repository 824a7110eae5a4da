import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db"
import type { Trigger } from "@/webhooks/schedule"
import type { SigningEndpoint } from "@/webhooks/sign"

/** A delivery that this process may attempt, alone, until its lease ends. */
export interface Claimed extends SigningEndpoint {
  deliveryId: string
  deliveryCreatedAt: Date
  lease: string
  trigger: Trigger
  /** Attempts of the schedule that have failed. */
  failures: number
  url: string
  eventId: string
  eventType: WebhookEvent
  eventCreatedAt: Date
  apiVersion: string
  livemode: boolean
  /** JSON text. */
  data: string
}

/** Longer than any attempt takes with its record: after that, whoever had it has died. */
export const LEASE_SECONDS = 30

const details = (from: string): string => `
  SELECT p.delivery_id AS "deliveryId", p.delivery_created_at AS "deliveryCreatedAt", p.lease, p.trigger, p.failures, p.endpoint_id AS "endpointId",
    e.url, e.secret_encrypted AS "secretEncrypted", CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret_encrypted END AS "previousSecretEncrypted",
    p.event_id AS "eventId", p.event_created_at AS "eventCreatedAt", v.type AS "eventType", v.api_version AS "apiVersion", v.livemode, v.data::text AS data
  FROM ${from} p
  CROSS JOIN LATERAL (SELECT * FROM webhook_endpoint WHERE id = p.endpoint_id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT * FROM webhook_event WHERE id = p.event_id AND created_at = p.event_created_at OFFSET 0) v`

const CLAIM = details("claim_webhook_deliveries($1::uuid[], $2, $3, $4, $5, coalesce($6::timestamptz, now()))")
const LEASED = details("(SELECT * FROM webhook_pending WHERE delivery_id = $1 AND lease = $2)")

export interface Limits {
  /** Deliveries under way to one endpoint, over all workers. */
  perEndpoint: number
  /** Likewise, to one whose last attempt failed. */
  perFailingEndpoint: number
  /** Claims at most. */
  room: number
}

/** Takes what is due for these endpoints. @param clock in place of PostgreSQL's */
export const claim = (endpointIds: string[], { perEndpoint, perFailingEndpoint, room }: Limits, clock: Date | null): Promise<Claimed[]> =>
  query<Claimed>(CLAIM, [endpointIds, perEndpoint, perFailingEndpoint, room, LEASE_SECONDS, clock])

/** A delivery that was written with a lease of the writer's own. */
export const leased = async (deliveryId: string, lease: string, db?: Queryable): Promise<Claimed | undefined> => (await query<Claimed>(LEASED, [deliveryId, lease], db))[0]

/** Gives deliveries back to the other workers at once. */
export const giveBack = async (claimed: Pick<Claimed, "deliveryId" | "lease">[]): Promise<void> => {
  await query("UPDATE webhook_pending SET lease = NULL, leased_until = NULL WHERE (delivery_id, lease) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))", [
    claimed.map(({ deliveryId }) => deliveryId),
    claimed.map(({ lease }) => lease),
  ])
}
