import type { ClientBase } from "pg"
import { API_VERSION } from "@/domain/api-version"
import { publicId } from "@/domain/public-id"
import { DAY_MS } from "@/domain/time-units"
import type { WebhookEvent } from "@/domain/webhook-event"
import type { ApproachingLimit } from "@/features/limits/schema"
import { SELLER_ORDER_TABLES_SQL, sellerOrderDataSql } from "@/orders/seller-order-json"
import { serializePayload } from "@/webhooks/delivery/payload"
import { signedHeaders } from "@/webhooks/delivery/sign"
import { encryptSecret, mintSecret } from "@/webhooks/endpoints/endpoint-secret"
import { copyInto, type Value } from "./copy"
import { uuidAt } from "./ids"
import type { Marketplace } from "./marketplace"
import type { Random } from "./random"

const STORE = 1
const DAYS = 29
const SELLER_ENDPOINT = {
  storeId: STORE,
  url: "https://erp.example.com/haat/events",
  description: "ERP",
  events: ["seller.order.created", "seller.order.updated"],
  createdDaysAgo: 96,
} as const
const DEVELOPER_ENDPOINT = {
  storeId: null,
  url: "https://ops.example.net/hooks/haat",
  description: "On-call",
  events: ["key.expiring", "limit.approaching", "webhook_endpoint.disabled"],
  createdDaysAgo: 41,
} as const

/** The developer's key that used most of its rate limit, and when: days ago, some of them in an outage. */
const BUSY_KEY = "Price watcher"
const BUSY_DAYS_AGO = [27.4, 24.1, 20.6, 16.8, 16.2, 12.9, 9.5, 5.8, 5.6, 2.3, 0.4]
const WINDOW_SECONDS = 60

/** When the receiver was down: days ago, for how many hours, and what it answered; null: nothing in time. */
const OUTAGES = [
  { daysAgo: 17, hours: 30, statusCode: 503 },
  { daysAgo: 6, hours: 14, statusCode: null },
] as const
/** Seconds after the first attempt at which it was repeated; each of them failed until the receiver was back. */
const RETRIES = [0, 5.4, 331, 2_290, 10_140, 29_700, 68_200, 122_000]

interface SentEvent {
  id: string
  type: WebhookEvent
  at: Date
  subjectId: string
  data: string
}

interface OrderRow {
  id: string
  placed_at: Date
  data: Record<string, unknown> & { shipment: { shipped_at: string; delivered_at: string | null } | null }
}

// Orders of the catalogue only: those of today have events already.
const ORDERS_SQL = `
  SELECT so.id, so.placed_at, ${sellerOrderDataSql("$3::text")} AS data FROM ${SELLER_ORDER_TABLES_SQL}
  WHERE so.store_id = ${STORE} AND so.livemode AND so.placed_at >= $1 AND so.placed_at < $2 AND NOT EXISTS (SELECT FROM webhook_event e WHERE e.subject_id = so.id)
  ORDER BY so.placed_at`

/**
 * Writes an endpoint of the seller and one of the developer, each with a month of deliveries: most arrived at once, some
 * after an outage of the receiver.
 */
export async function writeWebhooks(
  client: ClientBase,
  { accounts, keys }: Pick<Marketplace, "accounts" | "keys">,
  appUrl: string,
  now: Date,
  random: Random,
): Promise<void> {
  const [seller, developer] = (["seller", "developer"] as const).map((role) =>
    accounts.find(({ demo }) => demo === role),
  )
  if (!seller || !developer) throw new RangeError("the demo has a seller and a developer")
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const { rows } = await client.query<OrderRow>(ORDERS_SQL, [since, now, appUrl])
  const orderEvents = rows.flatMap((order) => eventsOf(order, random)).filter(({ at }) => at < now)
  await writeEndpoint(client, { accountId: seller.id, ...SELLER_ENDPOINT }, orderEvents, now, random)
  const developerRandom = random.fork("developer")
  const limitEvents = await limitEventsOf(client, keys, developer.id, now, developerRandom)
  await writeEndpoint(client, { accountId: developer.id, ...DEVELOPER_ENDPOINT }, limitEvents, now, developerRandom)
}

interface Endpoint {
  accountId: string
  /** The store that its events are about; null if they are about the account. */
  storeId: number | null
  url: string
  description: string
  events: readonly WebhookEvent[]
  createdDaysAgo: number
}

/** Writes an endpoint, its events, and their deliveries. */
async function writeEndpoint(
  client: ClientBase,
  { accountId, storeId, url, description, events: types, createdDaysAgo }: Endpoint,
  events: readonly SentEvent[],
  now: Date,
  random: Random,
): Promise<void> {
  const created = new Date(now.getTime() - createdDaysAgo * DAY_MS)
  const id = uuidAt(created, random)
  const secretEncrypted = encryptSecret(id, mintSecret())
  await copyInto(
    client,
    "webhook_endpoint",
    ["id", "account_id", "url", "description", "events", "livemode", "secret_encrypted", "created_at", "updated_at"],
    [[id, accountId, url, description, types, true, secretEncrypted, created, created]],
  )
  await copyInto(
    client,
    "webhook_event",
    ["id", "type", "account_id", "store_id", "subject_id", "api_version", "livemode", "data", "created_at"],
    events.map((event) => [
      ...[event.id, event.type, storeId === null ? accountId : null, storeId, event.subjectId, API_VERSION, true],
      ...[event.data, event.at],
    ]),
  )
  const sent = events.map((event) => {
    const delivery = uuidAt(event.at, random)
    return { event, delivery, attempts: attemptsOf(event.at, now, random) }
  })
  await copyInto(
    client,
    "webhook_delivery",
    [
      ...["id", "event_id", "event_created_at", "event_type", "endpoint_id", "status"],
      ...["attempts", "last_attempt_at", "last_status_code", "created_at"],
    ],
    sent.map(({ event, delivery, attempts }): Value[] => [
      ...[delivery, event.id, event.at, event.type, id, "delivered", attempts.length],
      ...[attempts.at(-1)?.at ?? event.at, 200, event.at],
    ]),
  )
  const endpoint = { id, secretEncrypted: Buffer.from(secretEncrypted), previousSecretEncrypted: null }
  await copyInto(
    client,
    "webhook_attempt",
    [
      ...["id", "delivery_id", "number", "url", "request_headers", "status_code", "error"],
      ...["response_headers", "response_body", "duration_ms", "created_at"],
    ],
    sent.flatMap(({ event, delivery, attempts }) => {
      const body = serializePayload({ ...event, apiVersion: API_VERSION, livemode: true, occurredAt: null })
      return attempts.map(({ at, statusCode, durationMs }, index): Value[] => [
        ...[uuidAt(at, random), delivery, index + 1, url],
        ...[JSON.stringify(signedHeaders(endpoint, event.id, body, at)), statusCode],
        ...[statusCode === null ? "timeout" : null, statusCode && JSON.stringify({ "content-type": "text/plain" })],
        ...[statusCode === null ? null : statusCode === 200 ? "ok" : "upstream unavailable", durationMs, at],
      ])
    }),
  )
}

/** The events of an order: it was placed, and perhaps shipped and delivered. */
function eventsOf({ id, placed_at: placedAt, data }: OrderRow, random: Random): SentEvent[] {
  const { shipment } = data
  const event = (type: WebhookEvent, at: Date, change: object): SentEvent => ({
    ...{ id: uuidAt(at, random), type, at, subjectId: id },
    data: JSON.stringify({ ...data, ...change, updated_at: at.toISOString() }),
  })
  const placed = { status: "pending", version: 1, shipped_at: null, shipment: null, refunded_total: 0 }
  const shipped = { ...placed, status: "shipped", version: 4 }
  if (shipment === null) return [event("seller.order.created", placedAt, placed)]
  const { shipped_at: shippedAt, delivered_at: deliveredAt } = shipment
  return [
    event("seller.order.created", placedAt, placed),
    event("seller.order.updated", new Date(shippedAt), {
      ...shipped,
      ...{ shipped_at: shippedAt, shipment: { ...shipment, delivered_at: null } },
    }),
    ...(deliveredAt === null
      ? []
      : [
          event("seller.order.updated", new Date(deliveredAt), {
            ...{ ...shipped, status: "delivered", version: 5, shipped_at: shippedAt, shipment },
          }),
        ]),
  ]
}

/** The events that a key of the developer used most of its rate limit, in three windows of five minutes. */
async function limitEventsOf(
  client: ClientBase,
  keys: Marketplace["keys"],
  accountId: string,
  now: Date,
  random: Random,
): Promise<SentEvent[]> {
  const key = keys.find((each) => each.accountId === accountId && each.name === BUSY_KEY)
  if (!key) throw new RangeError("the developer has the busy key")
  const { rows } = await client.query<{ last_four: string }>(
    "SELECT last_four FROM api_key_secret WHERE key_id = $1 AND expires_at IS NULL",
    [key.id],
  )
  const credential: ApproachingLimit["credential"] = {
    type: "api_key",
    id: publicId("api_key", key.id),
    name: key.name,
    last_four: rows[0]?.last_four ?? "",
  }
  return BUSY_DAYS_AGO.map((days) => {
    const at = new Date(now.getTime() - Math.round(days * DAY_MS))
    const minute = Math.floor(at.getTime() / 60_000) * 60_000
    const reached = [3, 2, 1].map((before) => new Date(minute - before * 60_000 + random.int(20_000, 58_000)))
    const data: ApproachingLimit = {
      ...{ credential, limit: key.rateLimit ?? 0, window_seconds: WINDOW_SECONDS },
      reached_at: reached.map((time) => time.toISOString()),
    }
    return { id: uuidAt(at, random), type: "limit.approaching", at, subjectId: key.id, data: JSON.stringify(data) }
  })
}

interface SentAttempt {
  at: Date
  statusCode: number | null
  durationMs: number
}

/** The attempts of an event: one, or several until the receiver was back. */
function attemptsOf(eventAt: Date, now: Date, random: Random): SentAttempt[] {
  const first = eventAt.getTime() + random.int(30, 400)
  const outage = OUTAGES.find(({ daysAgo, hours }) => {
    const begin = now.getTime() - daysAgo * DAY_MS
    return first >= begin && first < begin + hours * 3_600_000
  })
  const end = outage ? now.getTime() - outage.daysAgo * DAY_MS + outage.hours * 3_600_000 : 0
  const times = RETRIES.map((seconds) => first + seconds * 1000)
  const failed = outage ? times.filter((at) => at < end) : []
  const success = times.find((at) => at >= end) ?? first
  return [
    ...failed.map((at) => ({
      at: new Date(at),
      statusCode: outage?.statusCode ?? null,
      durationMs: outage?.statusCode === null ? 15_000 : random.int(40, 300),
    })),
    { at: new Date(success), statusCode: 200, durationMs: random.int(35, 240) },
  ]
}
