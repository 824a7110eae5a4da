import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of endpoints, deliveries and events. */
export function useRefreshWebhooks(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.webhookEndpoints.invalidate()
    void utils.portalWebhookEndpoints.invalidate()
    void utils.webhookDeliveries.invalidate()
    void utils.usage.invalidate()
  }
}
