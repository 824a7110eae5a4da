import type { Caller } from "@/domain/caller"
import { REQUEST_COLUMNS, type RequestRow } from "@/features/requests/request-row"
import type { RequestFilter } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

export interface LogPosition {
  created_at: Date
  id: string
}

/** The range of statuses that a filter matches. */
const statusRange = ({ status, code }: RequestFilter): [number, number] => {
  if (status === undefined) return [code === undefined ? 100 : 400, 599]
  if (status === "error") return [400, 599]
  return status.endsWith("xx")
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)]
}

const FILTER_COLUMNS = ["status", "method", "credential_id", "path", "error_code"] as const

/**
 * A search of the log in the caller's mode, newest first, in SQL. Errors, the requests of one credential and those of the account have an
 * index each.
 */
export class RequestSearch {
  private readonly values: unknown[] = []
  private readonly sourceSql: string
  private readonly filterSql: string
  private readonly sourceValues: number
  /** Whether an index contains all columns that the filter needs. */
  readonly indexOnly: boolean

  /**
   * @param from the earliest time
   * @param before the position to start at: only older requests match
   */
  constructor({ accountId, livemode }: Caller, filter: RequestFilter, from: Date, before: LogPosition) {
    const value = (given: unknown): string => `$${this.values.push(given)}`
    const [lowest, highest] = statusRange(filter)
    const errors = lowest >= 400
    const byCredential = filter.credential !== undefined && !errors
    const scope = byCredential
      ? `credential_id = ${value(filter.credential)}::uuid`
      : `account_id = ${value(accountId)}::uuid AND ${livemode ? "livemode" : "NOT livemode"}${errors ? " AND status >= 400" : ""}`
    const at = value(before.created_at)
    // Only conditions on the time itself exclude the partitions of other days.
    this.sourceSql = `WHERE ${scope} AND created_at <= ${at} AND (created_at, id) < (${at}, ${value(before.id)}::uuid) AND created_at >= ${value(from)} ORDER BY created_at DESC, id DESC`
    this.sourceValues = this.values.length
    this.filterSql = [
      ...(lowest > 100 || highest < 599 ? [`status BETWEEN ${value(lowest)} AND ${value(highest)}`] : []),
      ...(filter.credential !== undefined && !byCredential
        ? [`credential_id = ${value(filter.credential)}::uuid`]
        : []),
      ...(filter.method === undefined ? [] : [`method = ${value(filter.method)}`]),
      ...(filter.path === undefined ? [] : [`strpos(path, ${value(filter.path)}) > 0`]),
      ...(filter.code === undefined ? [] : [`error_code = ${value(filter.code)}`]),
      "true",
    ].join(" AND ")
    this.indexOnly = errors || filter.path === undefined
  }

  /** The first `limit` matches among the first `lookedAt` requests. */
  rows(limit: number, scanLimit: number): Promise<RequestRow[]> {
    const columns = ["created_at", "id", ...FILTER_COLUMNS.filter((column) => this.filterSql.includes(column))]
    const [first, all] = [this.values.length + 1, this.values.length + 2]
    // The columns are named, so that an index-only scan is possible; the whole rows of one page are read last.
    return query<RequestRow>(
      `SELECT ${REQUEST_COLUMNS.map((column) => `r.${column}`).join(", ")}
       FROM (SELECT created_at, id FROM (SELECT ${columns.join(", ")} FROM request_log ${this.sourceSql} LIMIT $${all}) seen
             WHERE ${this.filterSql} ORDER BY created_at DESC, id DESC LIMIT $${first}) page
       JOIN request_log r ON r.created_at = page.created_at AND r.id = page.id
       ORDER BY r.created_at DESC, r.id DESC`,
      [...this.values, limit, scanLimit],
    )
  }

  /** The request at an index, ignoring the filter. */
  async nth(place: number): Promise<LogPosition | undefined> {
    const [row] = await query<LogPosition>(
      `SELECT created_at, id FROM request_log ${this.sourceSql} OFFSET $${this.sourceValues + 1} LIMIT 1`,
      [...this.values.slice(0, this.sourceValues), place],
    )
    return row
  }
}
