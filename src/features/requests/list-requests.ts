import type { Caller } from "@/domain/caller"
import { filterInSql, REQUEST_COLUMNS, type RequestRow, toSummary } from "@/features/requests/request-row"
import type { ListRequests, RequestPage } from "@/features/requests/schema"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"

export const PER_PAGE = 50
const KEPT_MS = 31 * 24 * 60 * 60 * 1000
/** A clock of another process may be ahead. */
const AHEAD_MS = 60_000
/** How many requests a page looks at: a filter that finds little must not read a month for each page. */
const LOOKED_AT_MAX = 50_000

const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

interface Position {
  created_at: Date
  id: string
}

const toCursor = ({ created_at, id }: Position): string => `${toTimestamp(created_at)}~${id}`

/** Where a page begins: after a request, or before a moment. */
const startOf = ({ before, until }: Pick<ListRequests, "before" | "until">, now: number): [Date, string] => {
  const latest = until ?? new Date(now + AHEAD_MS)
  const [at = "", id = ""] = before?.split("~") ?? []
  return before !== undefined && Date.parse(at) < latest.getTime() ? [new Date(at), id] : [latest, LOWEST_ID]
}

/** One page of an account's requests, the newest first. */
export const listRequests = async ({ accountId }: Caller, { before, ...filter }: ListRequests): Promise<RequestPage> => {
  const now = Date.now()
  const { found, foundValues, looked, lookedValues } = filterInSql(accountId, filter)
  const values = [...foundValues, filter.from ?? new Date(now - KEPT_MS), ...startOf({ before, until: filter.until }, now)]
  // The bound on the time alone is what leaves out the partitions of other days.
  const source = `request_log WHERE ${found} AND created_at >= $4 AND created_at <= $5 AND (created_at, id) < ($5, $6::uuid) ORDER BY created_at DESC, id DESC`
  const rows = await query<RequestRow>(
    `SELECT ${REQUEST_COLUMNS} FROM (SELECT ${REQUEST_COLUMNS} FROM ${source} LIMIT $7) seen WHERE ${looked(9)} ORDER BY created_at DESC, id DESC LIMIT $8`,
    [...values, LOOKED_AT_MAX, PER_PAGE + 1, ...lookedValues],
  )
  const page = rows.slice(0, PER_PAGE)
  const last = page.at(-1)
  if (rows.length > PER_PAGE && last) return { data: page.map(toSummary), next: toCursor(last), searched_to: null }
  const [end] = await query<Position>(`SELECT created_at, id FROM ${source} OFFSET $7 LIMIT 1`, [...values, LOOKED_AT_MAX - 1])
  return { data: page.map(toSummary), next: end ? toCursor(end) : null, searched_to: end ? toTimestamp(end.created_at) : null }
}
