import { ownGrants } from "@/auth/own-grants"
import type { Caller } from "@/domain/caller"
import { PREFIXES } from "@/domain/credential"
import { Problem } from "@/domain/problem"
import { toRequestSummary } from "@/features/requests/request-row"
import type { LoggedRequest } from "@/features/requests/schema"
import { query } from "@/platform/db/query"
import { requestStore } from "@/platform/request-log/request-log"
import type { RequestDetailRow, RequestRow } from "@/platform/request-log/request-store"

interface CredentialRow {
  name: string | null
  mode: "live" | "test" | null
  last_four: string | null
}

const KEY_SQL = `
  SELECT k.name, k.mode, s.last_four FROM api_key k LEFT JOIN api_key_secret s ON s.key_id = k.id AND s.expires_at IS NULL
  WHERE k.id = $1`

// A grant to an app, or the client whose own token it is.
const APP_SQL = `
  SELECT v.name, NULL AS mode, NULL AS last_four FROM oauth_app c
  LEFT JOIN LATERAL (SELECT name FROM oauth_app_version WHERE app_id = coalesce(c.live_app_id, c.id) ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE c.id = coalesce((SELECT app_id FROM oauth_grant WHERE id = $1), $1)`

/**
 * One request of the account with everything that the log stores about it.
 * @param versions the dates of the API's versions
 * @throws Problem not_found, also for one of the other mode or, for an app, of another credential
 */
export async function getRequest(caller: Caller, id: string, versions: readonly string[]): Promise<LoggedRequest> {
  const row = await requestStore().byId(caller, id)
  if (!row) throw new Problem("not_found")
  if (caller.kind === "oauth" && !(await ownGrants(caller)).includes(row.credential_id)) throw new Problem("not_found")
  const { operation, scope, ip, user_agent, request_body, response_headers, response_body } = row
  return {
    ...toRequestSummary(row),
    ...{
      operation,
      scope,
      ip,
      user_agent,
      request_headers: sorted(row.request_headers),
      request_body,
    },
    ...{ response_headers, response_body, unknown_api_version: unknownVersion(row, versions) },
    credential: await describeCredential(row),
  }
}

/** What a request sent as its version if that was none when it arrived. */
function unknownVersion(
  { request_headers: headers, created_at: arrivedAt }: RequestDetailRow,
  versions: readonly string[],
): string | null {
  const sent = headers?.["api-version"]
  if (sent === undefined) return null
  return versions.includes(sent) && Date.parse(sent) <= arrivedAt.getTime() ? null : sent
}

function sorted(headers: Record<string, string> | null): Record<string, string> | null {
  return headers && Object.fromEntries(Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function describeCredential({
  credential_kind: kind,
  credential_id,
}: RequestRow): Promise<LoggedRequest["credential"]> {
  const [row] = await query<CredentialRow>(kind === "api_key" ? KEY_SQL : APP_SQL, [credential_id])
  const hint = row?.mode && row.last_four ? `${PREFIXES[`${row.mode}_key`]}…${row.last_four}` : null
  return { kind, name: row?.name ?? null, hint }
}
