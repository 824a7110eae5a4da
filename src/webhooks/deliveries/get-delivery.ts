// SQL: an event's JSON is read as the signed text, which Prisma would parse.
import type { Caller } from "@/domain/caller"
import { HOUR_MS } from "@/domain/time-units"
import { consentedSql, sampleOfAppSql, withAccounts } from "@/webhooks/events/consent"
import { Problem } from "@/domain/problem"
import { parsePublicId, publicId } from "@/domain/public-id"
import { HANDLES_APPROVED_ORDERS_SQL } from "@/domain/store"
import { DELIVERY_SELECT, type DeliveryRow, toDelivery } from "@/webhooks/deliveries/delivery-row"
import { uuidTime } from "@/domain/uuid-time"
import { findOwnEndpointWithDeleted } from "@/webhooks/deliveries/endpoint-owner"
import type { Attempt, DeliveryDetail } from "@/webhooks/deliveries/schema"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"
import { serializePayload, type StoredEvent } from "@/webhooks/delivery/payload"

/**
 * Returns a delivery to one of the account's endpoints in the caller's mode.
 * @throws Problem not_found, also for other accounts' deliveries
 */
export async function findOwnDelivery(caller: Caller, id: string): Promise<DeliveryRow> {
  const uuid = parsePublicId("webhook_delivery", id)
  const delivery =
    uuid === null
      ? null
      : await prisma().webhookDelivery.findUnique({
          where: { id_createdAt: { id: uuid, createdAt: uuidTime(uuid) } },
          select: DELIVERY_SELECT,
        })
  if (!delivery) throw new Problem("not_found")
  await findOwnEndpointWithDeleted(caller, publicId("webhook_endpoint", delivery.endpointId))
  return delivery
}

// A store's event is shown only to those who handle its orders now, while it is not suspended; an app's only while the
// consent lasts.
const EVENT_SQL = `
  SELECT id, type, api_version AS "apiVersion", livemode, created_at AS "createdAt", occurred_at AS "occurredAt", data::text AS data, grant_id AS "grantId", ${sampleOfAppSql("e")} AS "isSampleOfApp"
  FROM webhook_event e WHERE id = $1 AND created_at = $2 AND ${consentedSql("e")}
    AND (store_id IS NULL OR store_id IN (SELECT m.store_id FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = $3 AND ${HANDLES_APPROVED_ORDERS_SQL}))`

/**
 * Returns a delivery with the request and response of each attempt.
 * @throws Problem not_found
 */
export async function getDelivery(caller: Caller, id: string): Promise<DeliveryDetail> {
  const delivery = await findOwnDelivery(caller, id)
  const [[event], attempts] = await Promise.all([
    query<StoredEvent & { grantId: string | null; isSampleOfApp: boolean }>(EVENT_SQL, [
      delivery.eventId,
      uuidTime(delivery.eventId),
      caller.accountId,
    ]),
    prisma().webhookAttempt.findMany({
      // An attempt has the clock of the worker, which may lag behind that of the process that created the delivery.
      where: { deliveryId: delivery.id, createdAt: { gte: new Date(delivery.createdAt.getTime() - HOUR_MS) } },
      orderBy: [{ number: "desc" }, { id: "desc" }],
    }),
  ])
  const [sent] = await withAccounts(event ? [event] : [])
  return {
    ...toDelivery(delivery),
    body: sent ? serializePayload(sent) : null,
    history: attempts.map((attempt) => ({
      number: attempt.number,
      trigger: attempt.trigger as Attempt["trigger"],
      url: attempt.url,
      request_headers: attempt.requestHeaders as Attempt["request_headers"],
      status_code: attempt.statusCode,
      error: attempt.error,
      response_headers: attempt.responseHeaders as Attempt["response_headers"],
      response_body: attempt.responseBody,
      duration_ms: attempt.durationMs,
      created_at: toTimestamp(attempt.createdAt),
    })),
  }
}
