import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client"
import type { PortalRouter } from "@/api/portal"

/** The portal's procedures, called from the browser. */
export const api = createTRPCClient<PortalRouter>({ links: [httpLink({ url: "/api/trpc" })] })

/** Why a call failed, in the words of src/domain/problem.ts; "offline" when no answer came. */
export interface Failure {
  code: string
  message: string
  details: readonly { param: string; code: string; message: string }[]
  retryAfter: number | null
}

export const failureOf = (error: unknown): Failure => {
  if (error instanceof TRPCClientError) {
    const { message, data } = error as TRPCClientError<PortalRouter>
    if (data) return { code: data.problem, message, details: data.details, retryAfter: data.retryAfter }
  }
  return { code: "offline", message: "", details: [], retryAfter: null }
}
