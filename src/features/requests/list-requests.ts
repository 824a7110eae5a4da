import type { Caller } from "@/domain/caller"
import { toLogFilter } from "@/features/requests/log-filter"
import { visibleCredentials } from "@/features/requests/own-credential"
import { toRequestSummary } from "@/features/requests/request-row"
import type { ListRequests, RequestPage } from "@/features/requests/schema"
import { requestStore } from "@/platform/request-log/request-log"
import { firstIdAt } from "@/platform/request-log/request-store"
import { toTimestamp } from "@/trpc/wire"

const PER_PAGE = 50
const RETENTION_MS = 31 * 24 * 60 * 60 * 1000
/** The clock of another process may be ahead. */
const CLOCK_SKEW_MS = 60_000

function toCursor({ created_at, id }: { created_at: Date; id: string }): string {
  return `${toTimestamp(created_at)}~${id}`
}

/** Where a page begins: below the id of a request, or of a time. */
function startId({ before, until }: ListRequests, now: number): string {
  const latest = firstIdAt(until ?? new Date(now + CLOCK_SKEW_MS))
  const [, id = ""] = before?.split("~") ?? []
  return before !== undefined && id < latest ? id : latest
}

/** One page of an account's requests in the caller's mode, newest first. */
export async function listRequests(caller: Caller, input: ListRequests): Promise<RequestPage> {
  const credentials = await visibleCredentials(caller, input)
  if (credentials?.length === 0) return { data: [], meta: { next: null, searched_to: null } }
  const now = Date.now()
  const range = { from: input.from ?? new Date(now - RETENTION_MS), before: startId(input, now) }
  const { rows, searchedTo } = await requestStore().page(caller, toLogFilter(input, credentials), range, PER_PAGE + 1)
  const data = rows.slice(0, PER_PAGE).map(toRequestSummary)
  const last = rows[PER_PAGE - 1]
  if (rows.length > PER_PAGE && last) return { data, meta: { next: toCursor(last), searched_to: null } }
  return {
    data,
    meta: {
      next: searchedTo && toCursor(searchedTo),
      searched_to: searchedTo && toTimestamp(searchedTo.created_at),
    },
  }
}
