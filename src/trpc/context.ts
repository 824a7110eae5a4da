import type { Caller } from "@/domain/caller"
import type { Idempotency } from "@/platform/idempotency"
import type { Precondition } from "@/domain/precondition"

/** What a procedure knows about its request, whether it came through REST, the portal or a page. */
export interface Context {
  caller: Caller | null
  requestId: string
  /** The client's IP address. */
  address: string | null
  userAgent: string | null
  /** The request's Cookie header; null for REST. */
  cookies: string | null
  /** Whether the browser has presented the local mailbox's secret. */
  opensMailbox: () => boolean
  /** Returns the request's Idempotency-Key if it sent one and the operation supports one. */
  idempotency: () => Promise<Idempotency | null>
  /** Returns the request's preconditions for the resource to change. */
  precondition: () => Precondition | null
  /** Adds a Set-Cookie header to the response; absent for REST. */
  setCookie: (header: string) => void
}
