import type { api, Failure } from "@/ui/api"

/** The result of a call: the procedure's data, or the failure. */
type CallResult<Data> = { data: Data; failure: null } | { data: null; failure: Failure }

const OFFLINE: Failure = { code: "offline", message: "", details: [], retryAfter: null }

/**
 * Calls a procedure of accounts from a sign-in or sign-up page. Such a page makes a single call, and loads tRPC's
 * client only then, because it is larger than the page's other scripts together.
 */
export async function callAccounts<Data>(
  call: (accounts: typeof api.accounts) => Promise<Data>,
): Promise<CallResult<Data>> {
  const client = await import("@/ui/api").catch(() => null)
  if (client === null) return { data: null, failure: OFFLINE }
  try {
    return { data: await call(client.api.accounts), failure: null }
  } catch (error) {
    return { data: null, failure: client.failureOf(error) }
  }
}
