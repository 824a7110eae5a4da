import { type Queryable, query } from "@/platform/db/query"
import type { Limits } from "@/webhooks/delivery/claim"

const ENDPOINTS = "SELECT id FROM due_webhook_endpoints($1, $2, coalesce($3::timestamptz, now())) AS e (id)"

/** Returns endpoints with something to send now. @param clock replaces PostgreSQL's clock */
export const dueEndpoints = async (
  { perEndpoint, perFailingEndpoint }: Omit<Limits, "room">,
  clock: Date | null,
  db?: Queryable,
): Promise<string[]> =>
  (await query<{ id: string }>(ENDPOINTS, [perEndpoint, perFailingEndpoint, clock], db)).map(({ id }) => id)
