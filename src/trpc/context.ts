import type { Caller } from "@/domain/caller"
import type { Idempotency } from "@/platform/idempotency"
import type { Precondition } from "@/domain/precondition"

/** What a procedure is told of the request it serves, whichever door it came through. */
export interface Context {
  caller: Caller | null
  requestId: string
  /** The client's address. */
  address: string | null
  userAgent: string | null
  /** The request's Cookie header; doors for programs leave it out. */
  cookies: string | null
  /** Whether the browser has shown the local mailbox's secret. */
  opensMailbox: () => boolean
  /** The request's Idempotency-Key, where it sent one and the operation takes one. */
  idempotency: () => Promise<Idempotency | null>
  /** What the client expects of the resource that it asks to change. */
  precondition: () => Precondition | null
  /** Gives the door a Set-Cookie header to answer with; doors for programs leave it out. */
  setCookie: (header: string) => void
}
