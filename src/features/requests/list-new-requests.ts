import type { Caller } from "@/domain/caller"
import { ownsCredential } from "@/features/requests/own-credential"
import { toRequestSummary } from "@/features/requests/request-row"
import { RequestSearch } from "@/features/requests/request-search"
import type { RequestFilter, RequestSummary } from "@/features/requests/schema"

/** The most requests per poll; of more, the oldest are left out. */
const NEW_REQUESTS_MAX = 100
const SCAN_MAX = 10_000
const CLOCK_SKEW_MS = 60_000

/**
 * An account's requests since a time in the caller's mode, oldest first.
 * Several processes write requests a second or two after the response. A client that follows them must therefore poll
 * the same seconds again and skip what it has seen.
 */
export const listNewRequests = async (
  caller: Caller,
  filter: RequestFilter,
  since: Date,
): Promise<RequestSummary[]> => {
  if (!(await ownsCredential(caller, filter))) return []
  const start = { created_at: new Date(Date.now() + CLOCK_SKEW_MS), id: "00000000-0000-0000-0000-000000000000" }
  return (await new RequestSearch(caller, filter, since, start).rows(NEW_REQUESTS_MAX, SCAN_MAX))
    .map(toRequestSummary)
    .reverse()
}
