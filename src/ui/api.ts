import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client"
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server"
import type { PortalRouter } from "@/api/portal"
import { documentMode } from "@/ui/document-mode"
import { APP_HEADER } from "@/domain/app-header"
import { MODE_HEADER, type Mode } from "@/domain/mode"
import { stepUpLink, NON_INTERACTIVE } from "@/ui/step-up-link"

export type PortalInputs = inferRouterInputs<PortalRouter>
export type PortalOutputs = inferRouterOutputs<PortalRouter>

/** The timeout of a call in milliseconds, and of one that uploads a picture. */
const TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 180_000
const UPLOAD_CHARACTERS = 100_000

function fetchWithTimeout(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const upload = typeof init.body === "string" && init.body.length > UPLOAD_CHARACTERS
  const timeout = AbortSignal.timeout(upload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

/** The context of a call about the sandbox, from a page that is in no mode. */
export const IN_SANDBOX = { mode: "sandbox" } as const satisfies { mode: Mode }

/**
 * Returns a client of the portal's procedures.
 * @param app the client ID of the app whose own endpoints and events they are about; null for those of the account
 */
export function apiOf(app: string | null) {
  return createTRPCClient<PortalRouter>({
    links: [
      stepUpLink,
      httpLink({
        url: "/api/trpc",
        headers: ({ op }) => {
          const mode = op.context.mode === IN_SANDBOX.mode ? IN_SANDBOX.mode : documentMode()
          return { ...(mode !== null && { [MODE_HEADER]: mode }), ...(app !== null && { [APP_HEADER]: app }) }
        },
        fetch: (url, init) => fetchWithTimeout(url, init as RequestInit),
      }),
    ],
  })
}

/** The portal's procedures for code in the browser that cannot use hooks (src/ui/trpc.tsx has the hooks). */
export const api = apiOf(null)

/** The email address of the signed-in account, or null. It never opens a sign-in dialog. */
export async function currentEmail(): Promise<string | null> {
  const current = await api.me.get.query(undefined, { context: NON_INTERACTIVE }).catch(() => null)
  return current?.data.email ?? null
}

/** Why a call failed, with a code of src/domain/problem.ts; "offline" if there was no response. */
export interface Failure {
  code: string
  message: string
  details: readonly { param: string; code: string; message: string }[]
  retryAfter: number | null
}

export function failureOf(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const { message, data } = error as TRPCClientError<PortalRouter>
    if (data) return { code: data.problem, message, details: data.details, retryAfter: data.retryAfter }
  }
  return { code: "offline", message: "", details: [], retryAfter: null }
}
