import type { Caller } from "@/domain/caller"
import { PREFIXES } from "@/domain/credential"
import { Problem } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { REQUEST_COLUMNS, type RequestRow, toRequestSummary } from "@/features/requests/request-row"
import type { LoggedRequest } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

interface DetailRow extends RequestRow {
  operation: string
  query: string | null
  scope: Scope | null
  ip: string | null
  user_agent: string | null
  request_headers: Record<string, string> | null
  request_body: string | null
  response_headers: Record<string, string> | null
  response_body: string | null
  name: string | null
  mode: "live" | "test" | null
  last_four: string | null
}

const REQUEST_DETAIL_SQL = `
  SELECT ${REQUEST_COLUMNS.map((column) => `r.${column}`).join(", ")}, r.operation, r.query, r.scope, host(r.ip) AS ip, r.user_agent,
         r.request_headers, r.request_body, r.response_headers, r.response_body, coalesce(k.name, v.name) AS name, k.mode, s.last_four
  FROM request_log r
  LEFT JOIN api_key k ON k.id = r.credential_id AND r.credential_kind = 'api_key'
  LEFT JOIN api_key_secret s ON s.key_id = k.id AND s.expires_at IS NULL
  LEFT JOIN oauth_grant g ON g.id = r.credential_id AND r.credential_kind = 'oauth'
  LEFT JOIN oauth_app c ON c.id = g.app_id
  LEFT JOIN LATERAL (SELECT name FROM oauth_app_version WHERE app_id = coalesce(c.live_app_id, c.id) ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE r.created_at = $1 AND r.id = $2 AND r.account_id = $3 AND r.livemode = $4`

/** The time in a UUIDv7 (RFC 9562, section 5.7), which is that of the request and selects the one partition to read. */
const timeOfUuid = (id: string): Date => new Date(parseInt(id.replace("-", "").slice(0, 12), 16))

/**
 * One request of the account with everything that the log stores about it.
 * @throws Problem not_found, also for one of the other mode
 */
export const getRequest = async ({ accountId, livemode }: Caller, id: string): Promise<LoggedRequest> => {
  const [row] = await query<DetailRow>(REQUEST_DETAIL_SQL, [timeOfUuid(id), id, accountId, livemode])
  if (!row) throw new Problem("not_found")
  const {
    operation,
    query: search,
    scope,
    ip,
    user_agent,
    request_headers,
    request_body,
    response_headers,
    response_body,
  } = row
  const hint = row.mode && row.last_four ? `${PREFIXES[`${row.mode}_key`]}…${row.last_four}` : null
  return {
    ...toRequestSummary(toRequestRow(row)),
    ...{
      operation,
      query: search,
      scope,
      ip,
      user_agent,
      request_headers,
      request_body,
      response_headers,
      response_body,
    },
    credential: { kind: row.credential_kind, name: row.name, hint },
  }
}

const toRequestRow = ({
  id,
  request_id,
  livemode,
  method,
  path,
  status,
  error_code,
  duration_ms,
  credential_kind,
  credential_id,
  created_at,
}: RequestRow): RequestRow => ({
  ...{
    id,
    request_id,
    livemode,
    method,
    path,
    status,
    error_code,
    duration_ms,
    credential_kind,
    credential_id,
    created_at,
  },
})
