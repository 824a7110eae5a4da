import type { Caller } from "@/domain/caller"
import type { FirstSteps } from "@/features/usage/schema"
import { query } from "@/platform/db/query"

const FIRST_STEPS_SQL = `
  SELECT EXISTS (SELECT FROM api_key WHERE account_id = $1 AND (mode = 'live') = $2) AS key,
         EXISTS (SELECT FROM api_key WHERE account_id = $1 AND (mode = 'live') = $2 AND last_used_at IS NOT NULL)
           OR EXISTS (SELECT FROM oauth_grant WHERE account_id = $1 AND $2 AND last_used_at IS NOT NULL) AS request,
         EXISTS (SELECT FROM webhook_endpoint WHERE account_id = $1 AND livemode = $2 AND deleted_at IS NULL) AS webhook`

/** Which of the first steps an account has taken in the caller's mode: a key, a request, a webhook endpoint. */
export async function getFirstSteps({ accountId, livemode }: Caller): Promise<FirstSteps> {
  const [row] = await query<FirstSteps>(FIRST_STEPS_SQL, [accountId, livemode])
  return row ?? { key: false, request: false, webhook: false }
}
