import type { Match } from "@/api/routes"
import type { ServedApi } from "@/api/served"
import type { BearerCaller } from "@/domain/caller"
import type { CountedRateLimit } from "@/domain/counted-rate-limit"
import type { Problem } from "@/domain/problem"
import type { HttpRequest } from "@/http/message"
import type { Slot } from "@/platform/concurrency/admission"
import type { RateLimitResult } from "@/platform/rate-limit/rate-limit"

/** The slot of an admitted request; null for a health check, and while a fault of the sandbox delays the request. */
export interface AdmissionSlot {
  slot: Slot | null
}

/** The result of counting a request against its rate limit, with the time at which the window ends. */
export type CountedRequest = RateLimitResult & CountedRateLimit

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
  admitted: AdmissionSlot
  /** The pending count against the rate limit; null until counting begins. */
  rateLimit: Promise<CountedRequest> | null
  /** The error of a sandbox's fault; null if there is none. */
  injected: Problem | null
  /** The ids of the deprecated operations, parameters and fields that the request used. */
  deprecated: readonly string[]
}
