import { type Queryable, query } from "@/platform/db/query"
import type { ClaimLimits } from "@/webhooks/delivery/claim"

const DUE_ENDPOINTS_SQL =
  "SELECT id FROM due_owned_webhook_endpoints($1, $2, coalesce($3::timestamptz, now())) AS e (id)"

/** Returns endpoints with something to send now. @param now replaces PostgreSQL's now() */
export async function findDueEndpoints(
  { perEndpoint, perFailingEndpoint }: Omit<ClaimLimits, "capacity">,
  now: Date | null,
  db?: Queryable,
): Promise<string[]> {
  return (await query<{ id: string }>(DUE_ENDPOINTS_SQL, [perEndpoint, perFailingEndpoint, now], db)).map(
    ({ id }) => id,
  )
}
