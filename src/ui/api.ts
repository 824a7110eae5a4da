import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client"
import type { PortalRouter } from "@/api/portal"

type Asking = () => Promise<boolean>

let asking: Asking | null = null

/** Tells how to ask somebody to confirm that it is them; the promise says whether they have. Null: there is nobody to ask. */
export const askForProofBy = (ask: Asking | null): void => {
  asking = ask
}

const wantsProof = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { data?: { problem?: unknown } } } | null
  return body?.error?.data?.problem === "reauthentication_required"
}

/** What needs a fresh proof of who somebody is asks for it, and is sent again once it is given. */
const fetchWithProof = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init)
  if (!asking || !(await wantsProof(response)) || !(await asking())) return response
  return fetch(url, init)
}

/** The portal's procedures, called from the browser. */
export const api = createTRPCClient<PortalRouter>({
  links: [httpLink({ url: "/api/trpc", fetch: (url, init) => fetchWithProof(url, init as RequestInit) })],
})

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
