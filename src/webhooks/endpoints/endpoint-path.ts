import { modeOf } from "@/domain/mode"
import { publicId } from "@/domain/public-id"

/**
 * Returns the address of an endpoint's page in the portal, which opens in the endpoint's mode; for an app's endpoint
 * that of the developer's apps.
 */
export function endpointPath(endpoint: { id: string; livemode: boolean; appId: string | null }): string {
  if (endpoint.appId !== null) return "/apps"
  return `/webhooks/${publicId("webhook_endpoint", endpoint.id)}?mode=${modeOf(endpoint.livemode)}`
}
