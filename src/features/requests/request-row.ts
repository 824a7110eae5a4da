import { publicId } from "@/domain/public-id"
import type { RequestFilter, RequestSummary } from "@/features/requests/schema"
import { toTimestamp } from "@/trpc/wire"

export interface RequestRow {
  id: string
  request_id: string
  livemode: boolean
  method: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  credential_kind: "api_key" | "oauth"
  credential_id: string
  created_at: Date
}

export const REQUEST_COLUMNS = "id, request_id, livemode, method, path, status, error_code, duration_ms, credential_kind, credential_id, created_at"

export const toSummary = ({ credential_kind, credential_id, created_at, ...row }: RequestRow): RequestSummary => ({
  ...row,
  // A real keeps seven digits.
  duration_ms: Math.round(row.duration_ms * 100) / 100,
  credential_id: credential_kind === "api_key" ? publicId("api_key", credential_id) : credential_id,
  created_at: toTimestamp(created_at),
})

/** The statuses that a filter lets through, from and to. */
const statusesOf = ({ status, code }: RequestFilter): [number, number] => {
  if (status === undefined) return [code === undefined ? 100 : 400, 599]
  if (status === "error") return [400, 599]
  return status.endsWith("xx") ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99] : [Number(status), Number(status)]
}

interface FilterInSql {
  /** What an index finds; its values are the first three parameters. */
  found: string
  foundValues: unknown[]
  /** What is looked at row by row; its values begin at a parameter's number. */
  looked: (first: number) => string
  lookedValues: unknown[]
}

export const filterInSql = (accountId: string, filter: RequestFilter): FilterInSql => {
  const [lowest, highest] = statusesOf(filter)
  return {
    found: `account_id = $1 AND livemode = $2 AND ${filter.credential ? "credential_id = $3::uuid" : "$3::uuid IS NULL"}${lowest >= 400 ? " AND status >= 400" : ""}`,
    foundValues: [accountId, filter.mode === "live", filter.credential ?? null],
    looked: (n) =>
      `status BETWEEN $${n} AND $${n + 1} AND ($${n + 2}::text IS NULL OR method = $${n + 2}) AND ($${n + 3}::text IS NULL OR strpos(path, $${n + 3}) > 0) AND ($${n + 4}::text IS NULL OR error_code = $${n + 4})`,
    lookedValues: [lowest, highest, filter.method ?? null, filter.path ?? null, filter.code ?? null],
  }
}
