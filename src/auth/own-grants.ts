import type { OauthCaller } from "@/domain/caller"
import { query } from "@/platform/db/query"

const OWN_GRANTS_SQL = `
  SELECT o.id FROM oauth_grant g JOIN oauth_grant o ON o.app_id = g.app_id AND o.account_id = g.account_id
  WHERE g.id = $1 AND g.account_id = $2`

/** The grants of the caller's app by the caller's account, ended ones included: an app sees its own calls only. */
export async function ownGrants({ grantId, accountId }: OauthCaller): Promise<string[]> {
  return (await query<{ id: string }>(OWN_GRANTS_SQL, [grantId, accountId])).map(({ id }) => id)
}
