import { ownGrants } from "@/auth/own-grants"
import type { Caller } from "@/domain/caller"
import type { RequestFilter } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

const OWNS_CREDENTIAL_SQL = `
  SELECT FROM api_key WHERE id = $1 AND account_id = $2 AND (mode = 'live') = $3
  UNION ALL SELECT FROM oauth_grant g JOIN oauth_app c ON c.id = g.app_id
    WHERE g.id = $1 AND g.account_id = $2 AND (c.live_app_id IS NULL) = $3
  UNION ALL SELECT FROM oauth_app WHERE id = $1 AND account_id = $2 AND (live_app_id IS NULL) = $3`

/**
 * The credentials whose requests a caller reads with a filter: undefined for all of the account in the caller's mode,
 * empty if the filter names one that is not the account's or, for an app, not the app's.
 */
export async function visibleCredentials(
  caller: Caller,
  { credential }: Pick<RequestFilter, "credential">,
): Promise<readonly string[] | undefined> {
  if (caller.kind === "oauth") {
    const grants = await ownGrants(caller)
    return credential === undefined ? grants : grants.filter((grant) => grant === credential)
  }
  if (credential === undefined) return undefined
  const { accountId, livemode } = caller
  return (await query(OWNS_CREDENTIAL_SQL, [credential, accountId, livemode])).length > 0 ? [credential] : []
}
