import { type Queryable, query } from "@/platform/db/query"
import type { Limits } from "@/webhooks/delivery/claim"

const ENDPOINTS = "SELECT id FROM due_webhook_endpoints($1, $2, coalesce($3::timestamptz, now())) AS e (id)"

/** Endpoints that something could be sent to now. @param clock in place of PostgreSQL's */
export const dueEndpoints = async (
  { perEndpoint, perFailingEndpoint }: Omit<Limits, "room">,
  clock: Date | null,
  db?: Queryable,
): Promise<string[]> =>
  (await query<{ id: string }>(ENDPOINTS, [perEndpoint, perFailingEndpoint, clock], db)).map(({ id }) => id)
