import { REQUEST_COLUMNS, type RequestRow } from "@/features/requests/request-row"
import type { RequestFilter } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

export interface Position {
  created_at: Date
  id: string
}

/** The range of statuses that a filter matches. */
const statusesOf = ({ status, code }: RequestFilter): [number, number] => {
  if (status === undefined) return [code === undefined ? 100 : 400, 599]
  if (status === "error") return [400, 599]
  return status.endsWith("xx")
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)]
}

const FILTERED_BY = ["status", "method", "credential_id", "path", "error_code"] as const

/**
 * A search of the log, newest first, in SQL. Errors, the requests of one credential and those of the account have an
 * index each.
 */
export class RequestSearch {
  private readonly values: unknown[] = []
  private readonly source: string
  private readonly looked: string
  private readonly sourceValues: number
  /** Whether an index contains all columns that the filter needs. */
  readonly inIndex: boolean

  /**
   * @param from the earliest time
   * @param before the position to start at: only older requests match
   */
  constructor(accountId: string, filter: RequestFilter, from: Date, before: Position) {
    const value = (given: unknown): string => `$${this.values.push(given)}`
    const [lowest, highest] = statusesOf(filter)
    const errors = lowest >= 400
    const ofCredential = filter.credential !== undefined && !errors
    const found = ofCredential
      ? `credential_id = ${value(filter.credential)}::uuid`
      : `account_id = ${value(accountId)}::uuid AND ${filter.mode === "live" ? "livemode" : "NOT livemode"}${errors ? " AND status >= 400" : ""}`
    const at = value(before.created_at)
    // Only conditions on the time itself exclude the partitions of other days.
    this.source = `WHERE ${found} AND created_at <= ${at} AND (created_at, id) < (${at}, ${value(before.id)}::uuid) AND created_at >= ${value(from)} ORDER BY created_at DESC, id DESC`
    this.sourceValues = this.values.length
    this.looked = [
      ...(lowest > 100 || highest < 599 ? [`status BETWEEN ${value(lowest)} AND ${value(highest)}`] : []),
      ...(filter.credential !== undefined && !ofCredential
        ? [`credential_id = ${value(filter.credential)}::uuid`]
        : []),
      ...(filter.method === undefined ? [] : [`method = ${value(filter.method)}`]),
      ...(filter.path === undefined ? [] : [`strpos(path, ${value(filter.path)}) > 0`]),
      ...(filter.code === undefined ? [] : [`error_code = ${value(filter.code)}`]),
      "true",
    ].join(" AND ")
    this.inIndex = errors || filter.path === undefined
  }

  /** The first `limit` matches among the first `lookedAt` requests. */
  rows(limit: number, lookedAt: number): Promise<RequestRow[]> {
    const columns = ["created_at", "id", ...FILTERED_BY.filter((column) => this.looked.includes(column))]
    const [first, all] = [this.values.length + 1, this.values.length + 2]
    // The columns are named, so that an index-only scan is possible; the whole rows of one page are read last.
    return query<RequestRow>(
      `SELECT ${REQUEST_COLUMNS.map((column) => `r.${column}`).join(", ")}
       FROM (SELECT created_at, id FROM (SELECT ${columns.join(", ")} FROM request_log ${this.source} LIMIT $${all}) seen
             WHERE ${this.looked} ORDER BY created_at DESC, id DESC LIMIT $${first}) page
       JOIN request_log r ON r.created_at = page.created_at AND r.id = page.id
       ORDER BY r.created_at DESC, r.id DESC`,
      [...this.values, limit, lookedAt],
    )
  }

  /** The request at an index, ignoring the filter. */
  async nth(place: number): Promise<Position | undefined> {
    const [row] = await query<Position>(
      `SELECT created_at, id FROM request_log ${this.source} OFFSET $${this.sourceValues + 1} LIMIT 1`,
      [...this.values.slice(0, this.sourceValues), place],
    )
    return row
  }
}
