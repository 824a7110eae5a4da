import { trpc } from "@/ui/trpc"

/** Reloads everything about keys after a change. */
export function useRefreshKeys(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.portalKeys.invalidate()
    void utils.requestLog.credentials.invalidate()
    void utils.usage.invalidate()
  }
}
