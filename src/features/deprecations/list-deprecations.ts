import { ownGrants } from "@/auth/own-grants"
import type { Caller } from "@/domain/caller"
import type { DeclaredDeprecation } from "@/domain/deprecation"
import { publicId } from "@/domain/public-id"
import { declaredFields, total } from "@/features/deprecations/declared-fields"
import type { Deprecation, DeprecationCaller } from "@/features/deprecations/schema"
import { query } from "@/platform/db/query"
import { type DeprecatedCalls, deprecatedCallsSql, newestIds } from "@/platform/request-log/deprecated-calls"

// SQL: calls are counted by credential over two tables.

const KEYS_SQL = `
  SELECT id, name FROM api_key WHERE account_id = $1 AND (mode = 'live') = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at DESC`
const KEY_CALLS_SQL = deprecatedCallsSql("account_id = $1 AND livemode = $2 AND app_id IS NULL")

const APP_COLUMNS = `c.id, c.client_id, coalesce((SELECT name FROM oauth_app_version v WHERE v.app_id = coalesce(c.live_app_id, c.id)
  ORDER BY (status = 'approved') DESC, number DESC LIMIT 1), c.client_id) AS name`
const OWN_APPS_SQL = `
  SELECT ${APP_COLUMNS} FROM oauth_app c WHERE c.account_id = $1 AND (c.live_app_id IS NULL) = $2 AND c.deleted_at IS NULL ORDER BY c.created_at DESC`
const APP_CALLS_SQL = deprecatedCallsSql("app_id = ANY ($1::uuid[])")

const CALLING_APP_SQL = `SELECT ${APP_COLUMNS} FROM oauth_app c JOIN oauth_grant g ON g.app_id = c.id WHERE g.id = $1`
const GRANT_CALLS_SQL = deprecatedCallsSql("account_id = $1 AND credential_id = ANY ($2::uuid[])")

/** A credential whose calls are reported, with the test of which rows are its own. */
interface CallerRow extends Pick<DeprecationCaller, "type" | "id" | "name"> {
  owns: (calls: DeprecatedCalls) => boolean
}

interface AppRow {
  id: string
  client_id: string
  name: string
}

/**
 * What is deprecated of the API, and how often the account's keys and the apps that it develops used it in the last 30
 * days, exact to the request. An app's token sees that app's calls for its account only.
 */
export async function listDeprecations(
  caller: Caller,
  deprecations: readonly DeclaredDeprecation[],
): Promise<Deprecation[]> {
  if (deprecations.length === 0) return []
  const { callers, calls } = caller.kind === "oauth" ? await callsOfGrant(caller) : await callsOfAccount(caller)
  return deprecations.map((declaration) => {
    const rows = calls.filter(({ subject }) => subject === declaration.id)
    const counted = callers.map(({ owns, ...shown }): DeprecationCaller => {
      const own = rows.filter(owns)
      return { ...shown, ...total(own), request_ids: newestIds(own) }
    })
    return {
      ...declaredFields(declaration),
      ...total(rows),
      callers: counted.sort((a, b) => b.calls - a.calls),
    }
  })
}

async function callsOfGrant(caller: Extract<Caller, { kind: "oauth" }>) {
  const [apps, calls] = await Promise.all([
    query<AppRow>(CALLING_APP_SQL, [caller.grantId]),
    query<DeprecatedCalls>(GRANT_CALLS_SQL, [caller.accountId, await ownGrants(caller)]),
  ])
  return { callers: apps.map(toAppRow), calls }
}

async function callsOfAccount({ accountId, livemode }: Caller) {
  const [keys, apps, keyCalls] = await Promise.all([
    query<{ id: string; name: string }>(KEYS_SQL, [accountId, livemode]),
    query<AppRow>(OWN_APPS_SQL, [accountId, livemode]),
    query<DeprecatedCalls>(KEY_CALLS_SQL, [accountId, livemode]),
  ])
  const appCalls = await query<DeprecatedCalls>(APP_CALLS_SQL, [apps.map(({ id }) => id)])
  const callers = [
    ...keys.map(
      ({ id, name }): CallerRow => ({
        ...{ type: "api_key", id: publicId("api_key", id), name },
        owns: ({ credential_id: credential, app_id: app }) => app === null && credential === id,
      }),
    ),
    ...apps.map(toAppRow),
  ]
  return { callers, calls: [...keyCalls, ...appCalls] }
}

function toAppRow({ id, client_id: clientId, name }: AppRow): CallerRow {
  return { type: "app", id: clientId, name, owns: ({ app_id: app }) => app === id }
}
