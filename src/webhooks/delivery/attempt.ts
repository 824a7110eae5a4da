import { publicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import type { FetchResult, FetchError } from "@/platform/safe-fetch/fetch-result"
import { log } from "@/platform/log/log"
import { newUuid } from "@/platform/new-uuid"
import { safeFetch } from "@/platform/safe-fetch/safe-fetch"
import type { ClaimedDelivery } from "@/webhooks/delivery/claim"
import { serializePayload } from "@/webhooks/delivery/payload"
import { signedHeaders } from "@/webhooks/delivery/sign"

/** Why there was no complete response. secret_unreadable: the installation's secret has changed. */
type AttemptError = FetchError | "secret_unreadable"

/** An attempt with its request and response. */
export interface Attempt {
  /** A UUIDv7 of its start time. */
  id: string
  startedAt: Date
  delivery: ClaimedDelivery
  requestHeaders: Record<string, string>
  result: Omit<FetchResult, "error"> & { error: AttemptError | null }
}

/** Sends a delivery once. @param now the time of its signature, instead of the machine's clock */
export async function attempt(
  delivery: ClaimedDelivery,
  { now, signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<Attempt> {
  const id = newUuid(now?.getTime())
  const startedAt = uuidTime(id)
  const body = serializePayload(delivery.event)
  const requestHeaders = signOrNull(delivery, body, startedAt)
  if (delivery.faultId && requestHeaders)
    requestHeaders["haat-sandbox-fault"] = publicId("sandbox_fault", delivery.faultId)
  if (delivery.event.subjectId === delivery.endpointId && requestHeaders) requestHeaders["haat-test"] = "true"
  if (!requestHeaders) return { id, startedAt, delivery, requestHeaders: {}, result: UNSIGNED_RESULT }
  const result = await safeFetch(delivery.endpoint.url, { headers: requestHeaders, body, ...(signal && { signal }) })
  return { id, startedAt, delivery, requestHeaders, result }
}

const UNSIGNED_RESULT: Attempt["result"] = {
  statusCode: null,
  error: "secret_unreadable",
  headers: null,
  body: null,
  durationMs: 0,
}

function signOrNull(delivery: ClaimedDelivery, body: string, at: Date): Record<string, string> | null {
  try {
    return signedHeaders(delivery.endpoint, delivery.eventId, body, at)
  } catch (error) {
    log.error({ err: error, endpoint: delivery.endpointId }, "the secret of a webhook endpoint cannot be read")
    return null
  }
}
