import { useIsFetching } from "@tanstack/react-query"
import { getQueryKey } from "@trpc/react-query"
import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of a store's orders, and tells for how long that is still on its way. */
export function useRefreshOrders(): { refreshing: boolean; refresh: () => void } {
  const utils = trpc.useUtils()
  const refreshing =
    useIsFetching({ queryKey: getQueryKey(trpc.storeOrders) }) + useIsFetching({ queryKey: getQueryKey(trpc.sandbox) })
  const refresh = (): void => {
    void utils.storeOrders.invalidate()
    void utils.sandbox.invalidate()
    void utils.sellerOrders.invalidate()
  }
  return { refreshing: refreshing > 0, refresh }
}
