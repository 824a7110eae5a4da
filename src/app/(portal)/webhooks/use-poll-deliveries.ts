import { useEffect } from "react"
import { trpc } from "@/ui/trpc"

/** Polls deliveries and their endpoint while something is pending and the page is visible. */
export function usePollDeliveries(pending: boolean, intervalMs: number): void {
  const utils = trpc.useUtils()
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return
      void utils.webhookDeliveries.invalidate()
      void utils.portalWebhookDeliveries.invalidate()
      void utils.webhookEndpoints.invalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [pending, intervalMs, utils])
}
