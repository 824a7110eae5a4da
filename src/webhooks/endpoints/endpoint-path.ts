import { modeOf } from "@/domain/mode"
import { publicId } from "@/domain/public-id"

/** Returns the address of an endpoint's page in the portal, which opens in the endpoint's mode. */
export function endpointPath({ id, livemode }: { id: string; livemode: boolean }): string {
  return `/webhooks/${publicId("webhook_endpoint", id)}?mode=${modeOf(livemode)}`
}
