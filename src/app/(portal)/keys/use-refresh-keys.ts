import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of keys. */
export function useRefreshKeys(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.apiKeys.invalidate()
    void utils.requests.credentials.invalidate()
    void utils.usage.invalidate()
  }
}
