import type { Caller } from "@/domain/caller"
import type { RequestFilter } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

const OWNS_CREDENTIAL_SQL = `
  SELECT FROM api_key WHERE id = $1 AND account_id = $2 AND (mode = 'live') = $3
  UNION ALL SELECT FROM oauth_grant g JOIN oauth_app c ON c.id = g.app_id
    WHERE g.id = $1 AND g.account_id = $2 AND (c.live_app_id IS NULL) = $3`

/**
 * Whether the credential of a filter belongs to the account, in the caller's mode. The later search is by the
 * credential alone.
 */
export const ownsCredential = async (
  { accountId, livemode }: Caller,
  { credential }: Pick<RequestFilter, "credential">,
): Promise<boolean> =>
  credential === undefined || (await query(OWNS_CREDENTIAL_SQL, [credential, accountId, livemode])).length > 0
