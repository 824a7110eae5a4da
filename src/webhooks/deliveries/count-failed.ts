import type { Caller } from "@/domain/caller"
import { livingEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import { countFailed } from "@/webhooks/deliveries/redeliver"

/**
 * How many deliveries of an account's endpoint were last tried since then and failed.
 * @throws Problem not_found; invalid_state, when the endpoint is deleted.
 */
export const countFailedSince = async (caller: Caller, endpoint: string, since: Date): Promise<number> =>
  countFailed({ endpointId: await livingEndpoint(caller, endpoint), since })
