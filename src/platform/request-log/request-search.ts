import { query } from "@/platform/db/query"
import { credentialTag } from "@/platform/request-log/credential-tag"
import {
  firstIdAt,
  type LogOwner,
  type LogRange,
  type RequestFilter,
  type RequestRow,
  timeOfId,
} from "@/platform/request-log/request-store"

/** The most index entries that a page reads: a rare match must not read a month for each page. */
export const INDEX_SCAN_MAX = 50_000
/** The limit where the rows themselves must be read. */
export const ROW_SCAN_MAX = 10_000
/** Different credentials of an account may share a tag; so many more rows are compared with the credential itself. */
const TAG_SPARE_ROWS = 20

/** The columns of a RequestRow, of request_log v. */
export const ROW_COLUMNS =
  "v.id, v.request_id, v.livemode, v.method, v.path, v.query, v.status, v.error_code, v.duration_ms, v.credential_kind, v.credential_id, v.created_at"

/** A search of one account's log in one mode, newest first, in SQL. */
export class RequestSearch {
  private readonly values: unknown[] = []
  private readonly sourceSql: string
  private readonly filterSql: string
  private readonly credentialSql: string
  private readonly sourceValues: number
  /** How many requests a page looks at. */
  readonly scanMax: number

  constructor({ accountId, livemode }: LogOwner, filter: RequestFilter, { from, before }: LogRange) {
    const value = (given: unknown): string => `$${this.values.push(given)}`
    const [lowest, highest] = filter.statuses ?? [filter.code === undefined ? 100 : 400, 599]
    const errors = lowest >= 400
    this.sourceSql = `WHERE account_id = ${value(accountId)} AND livemode = ${value(livemode)}${errors ? " AND status >= 400" : ""}
      AND id < ${value(before)} AND id >= ${value(firstIdAt(from))} ORDER BY id DESC`
    this.sourceValues = this.values.length
    const { credentials } = filter
    this.filterSql = [
      ...(lowest > 100 || highest < 599 ? [`status BETWEEN ${value(lowest)} AND ${value(highest)}`] : []),
      ...(credentials === undefined
        ? []
        : [`credential_tag = ANY (${value(credentials.map(credentialTag))}::smallint[])`]),
      ...(filter.method === undefined
        ? []
        : [`operation = ANY (ARRAY(SELECT id FROM api_operation WHERE method = ${value(filter.method)}))`]),
      ...(filter.path === undefined ? [] : [`strpos(path, ${value(filter.path)}) > 0`]),
      ...(filter.code === undefined ? [] : [`error_code = ${value(filter.code)}`]),
      "true",
    ].join(" AND ")
    this.credentialSql = credentials === undefined ? "" : `WHERE v.credential_id = ANY (${value(credentials)}::uuid[])`
    this.scanMax = filter.path === undefined ? INDEX_SCAN_MAX : ROW_SCAN_MAX
  }

  /** The first `limit` matches among the first `scanned` requests. */
  rows(limit: number, scanned: number): Promise<RequestRow[]> {
    const columns = ["status", "operation", "credential_tag", "path", "error_code"]
    const read = ["id", ...columns.filter((column) => new RegExp(`\\b${column}\\b`).test(this.filterSql))]
    const [all, candidates, first] = [1, 2, 3].map((offset) => `$${this.values.length + offset}`)
    // The columns are named, so that an index-only scan is possible; the whole rows of one page are read last.
    return query<RequestRow>(
      `SELECT ${ROW_COLUMNS}
       FROM (SELECT id FROM (SELECT ${read.join(", ")} FROM api_request ${this.sourceSql} LIMIT ${all}) seen
             WHERE ${this.filterSql} ORDER BY id DESC LIMIT ${candidates}) page
       JOIN request_log v ON v.account_id = $1 AND v.livemode = $2 AND v.id = page.id
       ${this.credentialSql} ORDER BY v.id DESC LIMIT ${first}`,
      [...this.values, scanned, this.credentialSql === "" ? limit : limit + TAG_SPARE_ROWS, limit],
    )
  }

  /** The last request that a page looks at, if there are so many. */
  async lastScanned(): Promise<{ id: string; created_at: Date } | null> {
    const [row] = await query<{ id: string }>(
      `SELECT id FROM api_request ${this.sourceSql} OFFSET $${this.sourceValues + 1} LIMIT 1`,
      [...this.values.slice(0, this.sourceValues), this.scanMax - 1],
    )
    return row ? { id: row.id, created_at: timeOfId(row.id) } : null
  }
}
