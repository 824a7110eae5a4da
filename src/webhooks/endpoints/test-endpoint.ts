import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { WebhookEvent } from "@/domain/webhook-event"
import { getOwnEndpoint } from "@/webhooks/endpoints/own-endpoint"
import type { TestResult } from "@/webhooks/endpoints/schema"
import type { Idempotency } from "@/platform/idempotency"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { isSuccess } from "@/webhooks/delivery/schedule"
import { sendTest } from "@/webhooks/endpoints/send-test"

/** Each test event is sent immediately and waited for. */
const PER_MINUTE = 60

interface EndpointTest {
  /** The endpoint's public id. */
  id: string
  type: WebhookEvent
  /** Returns the data of a type's sample. */
  sampleOf: (type: WebhookEvent) => object
}

/**
 * Sends a test event to an endpoint in any state and returns the response.
 * @throws Problem not_found; rate_limit_exceeded; idempotency_in_progress; idempotency_key_reused
 */
export async function testEndpoint(
  caller: Caller,
  { id, type, sampleOf }: EndpointTest,
  idempotency: Idempotency | null,
): Promise<TestResult> {
  const endpoint = await getOwnEndpoint(caller, id)
  await consumeOrThrow(`webhook-test:${caller.accountId}`, PER_MINUTE)
  const event = type === "ping" ? undefined : { type, data: sampleOf(type) }
  const { deliveryId, statusCode, error, responseHeaders, responseBody, durationMs } = await sendTest(
    endpoint.id,
    event,
    idempotency,
  )
  return {
    delivery_id: publicId("webhook_delivery", deliveryId),
    delivered: isSuccess({ statusCode, error }),
    status_code: statusCode,
    error,
    response_headers: responseHeaders,
    response_body: responseBody,
    duration_ms: durationMs,
  }
}
