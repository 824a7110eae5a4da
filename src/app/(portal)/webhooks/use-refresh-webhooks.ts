import { trpc } from "@/ui/trpc"

/** Reloads everything about endpoints, deliveries and events after a change. */
export function useRefreshWebhooks(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.webhookEndpoints.invalidate()
    void utils.portalWebhookEndpoints.invalidate()
    void utils.webhookDeliveries.invalidate()
    void utils.portalWebhookDeliveries.invalidate()
    void utils.usage.invalidate()
  }
}
