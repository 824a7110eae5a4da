import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server"
import type { PortalRouter } from "@/api/portal"
import type { Failure } from "@/ui/api"

type Inputs = inferRouterInputs<PortalRouter>["accounts"]
type Outputs = inferRouterOutputs<PortalRouter>["accounts"]

/** What came of a call: the procedure's answer, or why there is none. */
type Outcome<Data> = { data: Data; failure: null } | { data: null; failure: Failure }

interface Answer<Data> {
  result?: { data: Data }
  error?: { message: string; data: { problem: string; details: Failure["details"]; retryAfter: number | null } }
}

/**
 * Calls a procedure of accounts from a page on the way in. Such a page makes one call in its life; tRPC's client, which the
 * pages behind the sign-in share, would weigh more than the rest of its scripts.
 */
export const callAccounts = async <Name extends keyof Inputs>(
  name: Name,
  input: Inputs[Name],
): Promise<Outcome<Outputs[Name]>> => {
  try {
    const response = await fetch(`/api/trpc/accounts.${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
    })
    const { result, error } = (await response.json()) as Answer<Outputs[Name]>
    if (result) return { data: result.data, failure: null }
    if (error)
      return {
        data: null,
        failure: {
          code: error.data.problem,
          message: error.message,
          details: error.data.details,
          retryAfter: error.data.retryAfter,
        },
      }
  } catch {
    // No answer, or none of ours, is told below.
  }
  return { data: null, failure: { code: "offline", message: "", details: [], retryAfter: null } }
}
