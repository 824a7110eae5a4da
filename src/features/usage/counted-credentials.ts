import { ownGrants } from "@/auth/own-grants"
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { listTestCredentials } from "@/features/usage/test-credentials"
import { query } from "@/platform/db/query"
import type { CredentialChoice } from "@/platform/request-log/request-store"

const OWN_KEY_SQL = "SELECT FROM api_key WHERE id = $1 AND account_id = $2 AND (mode = 'live') = $3"

/**
 * The credentials whose requests a caller's usage counts: those of its account in its mode, or those of an app.
 * @param key counts only this API key
 * @throws Problem not_found for a key of another account or of the other mode
 */
export async function countedCredentials(caller: Caller, key?: string): Promise<CredentialChoice> {
  if (caller.kind === "oauth") return { only: await ownGrants(caller) }
  if (key !== undefined) {
    const id = parsePublicId("api_key", key)
    const { accountId, livemode } = caller
    if (!id || (await query(OWN_KEY_SQL, [id, accountId, livemode])).length === 0) throw new Problem("not_found")
    return { only: [id] }
  }
  const testCredentials = await listTestCredentials(caller)
  return caller.livemode ? { except: testCredentials } : { only: testCredentials }
}
