import { useEffect } from "react"
import { trpc } from "@/ui/trpc"

/** Polls deliveries and their endpoint while something is pending and the page is visible. */
export function useRefreshWhile(pending: boolean, everyMs: number): void {
  const utils = trpc.useUtils()
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return
      void utils.webhookDeliveries.invalidate()
      void utils.webhookEndpoints.invalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [pending, everyMs, utils])
}
