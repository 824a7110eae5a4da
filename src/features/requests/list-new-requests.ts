import type { Caller } from "@/domain/caller"
import { toLogFilter } from "@/features/requests/log-filter"
import { visibleCredentials } from "@/features/requests/own-credential"
import { toRequestSummary } from "@/features/requests/request-row"
import type { RequestFilter, RequestSummary } from "@/features/requests/schema"
import { requestStore } from "@/platform/request-log/request-log"

/** The most requests per poll; of more, the oldest are left out. */
const NEW_REQUESTS_MAX = 100

/**
 * An account's requests since a time in the caller's mode, oldest first.
 * Several processes write requests a second or two after the response. A client that follows them must therefore poll
 * the same seconds again and skip what it has seen.
 */
export async function listNewRequests(caller: Caller, filter: RequestFilter, since: Date): Promise<RequestSummary[]> {
  const credentials = await visibleCredentials(caller, filter)
  if (credentials?.length === 0) return []
  return (await requestStore().newSince(caller, toLogFilter(filter, credentials), since, NEW_REQUESTS_MAX)).map(
    toRequestSummary,
  )
}
