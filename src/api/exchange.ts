import type { Match } from "@/api/routes"
import type { ServedApi } from "@/api/served"
import type { BearerCaller } from "@/domain/caller"
import type { CountedRateLimit } from "@/domain/counted-rate-limit"
import type { Problem } from "@/domain/problem"
import type { HttpRequest } from "@/http/message"
import type { Slot } from "@/platform/concurrency/admission"
import type { RateLimitResult } from "@/platform/rate-limit/rate-limit"

/** Where a request counts among the concurrent ones; the slot is null for a health check. */
export interface Admitted {
  slot: Slot | null
}

/** A request in the pipeline, with everything determined about it so far. */
export interface Exchange {
  api: ServedApi
  request: HttpRequest
  requestId: string
  /** Whether the client sent the request id. */
  requestIdSent: boolean
  url: URL
  match: Match | null
  caller: BearerCaller | null
  /** The request's body; null until it is read. */
  requestBody: Buffer | null
  /** Headers of the response, successful or not. */
  headers: Record<string, string>
  admitted: Admitted
  /** The count of the request; null until it is begun. */
  rateLimit: Promise<RateLimitResult & CountedRateLimit> | null
  /** The error that a fault of the sandbox asks for; null if there is none. */
  injected: Problem | null
  /** The ids of what it used that is deprecated. */
  deprecated: readonly string[]
}
