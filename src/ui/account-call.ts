import type { api, Failure } from "@/ui/api"

/** What came of a call: what the procedure returned, or why it failed. */
type Outcome<Data> = { data: Data; failure: null } | { data: null; failure: Failure }

const OFFLINE: Failure = { code: "offline", message: "", details: [], retryAfter: null }

/**
 * Calls a procedure of accounts from a page on the way in. Such a page makes one call in its life, and loads tRPC's client only then:
 * it would weigh more than the rest of the page's scripts.
 */
export async function callAccounts<Data>(
  call: (accounts: typeof api.accounts) => Promise<Data>,
): Promise<Outcome<Data>> {
  const client = await import("@/ui/api").catch(() => null)
  if (client === null) return { data: null, failure: OFFLINE }
  try {
    return { data: await call(client.api.accounts), failure: null }
  } catch (error) {
    return { data: null, failure: client.failureOf(error) }
  }
}
