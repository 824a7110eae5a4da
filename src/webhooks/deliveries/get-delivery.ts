import type { Caller } from "@/domain/caller"
import { HOUR_MS } from "@/domain/time-units"
import { withAccounts } from "@/webhooks/events/consent"
import { Problem } from "@/domain/problem"
import { parsePublicId, publicId } from "@/domain/public-id"
import { DELIVERY_SELECT, type DeliveryRow, toDelivery } from "@/webhooks/deliveries/delivery-row"
import { uuidTime } from "@/domain/uuid-time"
import { findOwnEndpointWithDeleted } from "@/webhooks/deliveries/endpoint-owner"
import { readableEvents } from "@/webhooks/deliveries/readable-events"
import type { Attempt, DeliveryDetail } from "@/webhooks/deliveries/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"
import { serializePayload } from "@/webhooks/delivery/payload"

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

/**
 * Returns a delivery with the request and response of each attempt.
 * @throws Problem not_found
 */
export async function getDelivery(caller: Caller, id: string): Promise<DeliveryDetail> {
  const delivery = await findOwnDelivery(caller, id)
  const [[event], attempts] = await Promise.all([
    readableEvents(caller, [delivery.eventId]),
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
