import type { CountedRateLimit } from "@/domain/counted-rate-limit"
import type { BearerCaller, Caller } from "@/domain/caller"
import type { DeclaredDeprecation } from "@/domain/deprecation"
import type { Idempotency } from "@/platform/idempotency"
import type { Precondition } from "@/domain/precondition"
import type { ProblemCode } from "@/domain/problem"
import type { WebhookEvent } from "@/domain/webhook-event"

/** What a procedure knows about its request, whether it came through REST, the portal or a page. */
export interface Context {
  caller: Caller | null
  requestId: string
  /** The client's IP address. */
  ip: string | null
  userAgent: string | null
  /** The request's Cookie header; null for REST. */
  cookies: string | null
  /** Whether the browser has presented the local mailbox's secret. */
  hasMailboxAccess: () => boolean
  /** Reads the request's Idempotency-Key, for the `idempotent` middleware; null if there is none. */
  readIdempotency: () => Promise<Idempotency | null>
  /**
   * Counts the request as that many more against the rate limit of its credential.
   * @throws Problem rate_limit_exceeded
   */
  countFurther: (requests: number) => Promise<void>
  /** Reads the request's preconditions, for the `conditional` middleware; null if there are none. */
  readPrecondition: () => Precondition | null
  /** The error codes of an operation of the API that a sandbox's fault can cause; null if it can have no fault. */
  faultProblems: (operationId: string) => readonly ProblemCode[] | null
  /** Returns the data of a sample of an event of this type. */
  sampleOf: (type: WebhookEvent) => object
  /** The header Last-Event-ID (HTML Standard, section 9.2); null if there is none. */
  lastEventId: string | null
  /** Authenticates the request again, null if its credential is refused now; null for a session. */
  reauthenticate: (() => Promise<BearerCaller | null>) | null
  /** Waits until the request is counted; null for a session, which has no rate limit of its own. */
  readRateLimit: () => Promise<CountedRateLimit | null>
  /** The deprecated operations, parameters and fields of the API. */
  deprecations: readonly DeclaredDeprecation[]
  /** The dates of the API's versions, the oldest first. */
  apiVersions: readonly string[]
  /** Adds a Set-Cookie header to the response; absent for REST. */
  setCookie: (header: string) => void
}
