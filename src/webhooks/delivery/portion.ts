import { type Queryable, query } from "@/platform/db/query"

/** How many deliveries one transaction changes. Whoever records what their endpoint answers may wait as long as that takes, with all that waits behind it. */
export const PORTION = 1_000

const HOLD = "SELECT deleted_at IS NULL AS living FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE"

/**
 * Holds an endpoint until the transaction ends. To be done before anything of it is changed, like whoever deletes it or records its failures.
 * @returns whether there is such an endpoint that is not deleted
 */
export const holdEndpoint = async (tx: Queryable, endpointId: string): Promise<boolean> => {
  const [endpoint] = await query<{ living: boolean }>(HOLD, [endpointId], tx)
  return endpoint?.living ?? false
}
