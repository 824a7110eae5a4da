import type { Caller } from "@/domain/caller"
import { ownsCredential } from "@/features/requests/own-credential"
import { toRequestSummary } from "@/features/requests/request-row"
import { type LogPosition, RequestSearch } from "@/features/requests/request-search"
import type { ListRequests, RequestPage } from "@/features/requests/schema"
import { toTimestamp } from "@/trpc/wire"

export const PER_PAGE = 50
const RETENTION_MS = 31 * 24 * 60 * 60 * 1000
/** The clock of another process may be ahead. */
const CLOCK_SKEW_MS = 60_000
/** The most index entries that a page reads: a rare match must not read a month for each page. */
const INDEX_SCAN_MAX = 50_000
/** The limit where the rows themselves must be read. */
const ROW_SCAN_MAX = 10_000

const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

const toCursor = ({ created_at, id }: LogPosition): string => `${toTimestamp(created_at)}~${id}`

/** Where a page begins: after a request, or before a time. */
const startPosition = ({ before, until }: ListRequests, now: number): LogPosition => {
  const latest = until ?? new Date(now + CLOCK_SKEW_MS)
  const [at = "", id = ""] = before?.split("~") ?? []
  return before !== undefined && Date.parse(at) < latest.getTime()
    ? { created_at: new Date(at), id }
    : { created_at: latest, id: LOWEST_ID }
}

/** One page of an account's requests in the caller's mode, newest first. */
export const listRequests = async (caller: Caller, input: ListRequests): Promise<RequestPage> => {
  if (!(await ownsCredential(caller, input))) return { data: [], next: null, searched_to: null }
  const now = Date.now()
  const search = new RequestSearch(caller, input, input.from ?? new Date(now - RETENTION_MS), startPosition(input, now))
  const scanLimit = search.indexOnly ? INDEX_SCAN_MAX : ROW_SCAN_MAX
  const rows = await search.rows(PER_PAGE + 1, scanLimit)
  const data = rows.slice(0, PER_PAGE).map(toRequestSummary)
  const last = rows[PER_PAGE - 1]
  if (rows.length > PER_PAGE && last) return { data, next: toCursor(last), searched_to: null }
  const end = await search.nth(scanLimit - 1)
  return { data, next: end ? toCursor(end) : null, searched_to: end ? toTimestamp(end.created_at) : null }
}
