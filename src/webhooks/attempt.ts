import { v7 as uuidv7 } from "uuid"
import { uuidTime } from "@/domain/uuid-time"
import { type FetchAnswer, safeFetch } from "@/platform/safe-fetch"
import type { Claimed } from "@/webhooks/claim"
import { payloadOf } from "@/webhooks/payload"
import { signedHeaders } from "@/webhooks/sign"

/** An attempt that was made, with what was sent and answered. */
export interface Attempt {
  /** UUIDv7 of its beginning. */
  id: string
  startedAt: Date
  claimed: Claimed
  requestHeaders: Record<string, string>
  answer: FetchAnswer
}

/** Sends a delivery once. @param now its time of signature, in place of the machine's */
export const attempt = async (claimed: Claimed, { now, signal }: { now?: Date; signal?: AbortSignal } = {}): Promise<Attempt> => {
  const id = now ? uuidv7({ msecs: now.getTime() }) : uuidv7()
  const startedAt = uuidTime(id)
  const body = payloadOf({ ...claimed, id: claimed.eventId, type: claimed.eventType, createdAt: claimed.eventCreatedAt })
  const requestHeaders = signedHeaders(claimed, claimed.eventId, body, startedAt)
  const answer = await safeFetch(claimed.url, { headers: requestHeaders, body, ...(signal && { signal }) })
  return { id, startedAt, claimed, requestHeaders, answer }
}
