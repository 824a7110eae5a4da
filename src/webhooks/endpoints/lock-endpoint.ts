// SQL: it locks a row (FOR NO KEY UPDATE), which Prisma cannot express.

import { type Queryable, query } from "@/platform/db/query"

const LOCK_ENDPOINT_SQL = "SELECT deleted_at IS NULL AS living FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE"

/**
 * Locks an endpoint until the transaction ends. Call it before any change of the endpoint's data, as its deletion and
 * the recording of its failures do.
 * @returns whether the endpoint exists and is not deleted
 */
export async function lockEndpoint(tx: Queryable, endpointId: string): Promise<boolean> {
  const [endpoint] = await query<{ living: boolean }>(LOCK_ENDPOINT_SQL, [endpointId], tx)
  return endpoint?.living ?? false
}
