import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { getOwnEndpoint } from "@/webhooks/endpoints/own-endpoint"
import type { TestResult } from "@/webhooks/endpoints/schema"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { isSuccess } from "@/webhooks/delivery/schedule"
import { sendTest } from "@/webhooks/endpoints/send-test"

/** Each ping is sent immediately and waited for. */
const PER_MINUTE = 60

/**
 * Sends a ping to an endpoint in any state and returns the response.
 * @throws Problem not_found; rate_limit_exceeded
 */
export const testEndpoint = async (caller: Caller, id: string): Promise<TestResult> => {
  const endpoint = await getOwnEndpoint(caller, id)
  await consumeOrThrow(`webhook-test:${caller.accountId}`, PER_MINUTE)
  const { deliveryId, statusCode, error, responseHeaders, responseBody, durationMs } = await sendTest(endpoint.id)
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
