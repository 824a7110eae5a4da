import type { Caller } from "@/domain/caller"
import { toRequestSummary } from "@/features/requests/request-row"
import type { RequestSummary } from "@/features/requests/schema"
import { requestStore } from "@/platform/request-log/request-log"

/** A client that chooses its request ids may reuse one. */
const MAX_RESULTS = 20

/** The account's requests with a request id in the caller's mode, newest first. */
export async function findRequests(caller: Caller, requestId: string): Promise<RequestSummary[]> {
  return (await requestStore().byRequestId(caller, requestId, MAX_RESULTS)).map(toRequestSummary)
}
