import type { Caller } from "@/domain/caller"
import type { Idempotency } from "@/platform/idempotency"

/** What a procedure is told of the request it serves, whichever door it came through. */
export interface Context {
  caller: Caller | null
  requestId: string
  /** The client's address. */
  address: string | null
  userAgent: string | null
  /** The address of another page of the list that was asked for; null where there are no addresses (the portal). */
  linkTo: (page: number) => string | null
  /** The request's Idempotency-Key, where it sent one and the operation takes one. */
  idempotency: () => Promise<Idempotency | null>
  /** Whether the door sends JSON, so that an answer may be JSON text already. */
  takesText: boolean
  /** Tells that the answer is good but the service is not: 503. */
  degraded: () => void
}
