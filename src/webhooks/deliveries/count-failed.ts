import type { Caller } from "@/domain/caller"
import { findActiveEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import { countFailed } from "@/webhooks/deliveries/redeliver"

/**
 * Counts the deliveries of an account's endpoint whose last attempt, since this time, failed.
 * @throws Problem not_found; invalid_state if the endpoint is deleted
 */
export const countFailedSince = async (caller: Caller, endpoint: string, since: Date): Promise<number> =>
  countFailed({ endpointId: await findActiveEndpoint(caller, endpoint), since })
