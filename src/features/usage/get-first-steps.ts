import type { Caller } from "@/domain/caller"
import type { FirstSteps } from "@/features/usage/schema"
import { query } from "@/platform/db/query"

const FIRST_STEPS_SQL = `
  SELECT EXISTS (SELECT FROM api_key WHERE account_id = $1) AS key,
         EXISTS (SELECT FROM api_key WHERE account_id = $1 AND last_used_at IS NOT NULL)
           OR EXISTS (SELECT FROM oauth_grant WHERE account_id = $1 AND last_used_at IS NOT NULL) AS request,
         EXISTS (SELECT FROM webhook_endpoint WHERE account_id = $1 AND deleted_at IS NULL) AS webhook`

/** Which of the first steps an account has taken: a key, a request, a webhook endpoint. */
export const getFirstSteps = async ({ accountId }: Caller): Promise<FirstSteps> => {
  const [row] = await query<FirstSteps>(FIRST_STEPS_SQL, [accountId])
  return row ?? { key: false, request: false, webhook: false }
}
