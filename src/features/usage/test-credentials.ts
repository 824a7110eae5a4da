import type { Caller } from "@/domain/caller"
import { query } from "@/platform/db/query"

const TEST_CREDENTIALS_SQL = `
  SELECT id FROM api_key WHERE account_id = $1 AND mode = 'test'
  UNION ALL
  SELECT g.id FROM oauth_grant g JOIN oauth_app c ON c.id = g.app_id WHERE g.account_id = $1 AND c.live_app_id IS NOT NULL
  UNION ALL
  SELECT id FROM oauth_app WHERE account_id = $1 AND live_app_id IS NOT NULL`

/**
 * The account's test keys, its grants to test clients, and the test clients of its own apps, which have tokens of their own:
 * usage does not store the mode of a credential.
 */
export async function listTestCredentials({ accountId }: Caller): Promise<string[]> {
  return (await query<{ id: string }>(TEST_CREDENTIALS_SQL, [accountId])).map(({ id }) => id)
}
