import { useIsFetching } from "@tanstack/react-query"
import { getQueryKey } from "@trpc/react-query"
import { trpc } from "@/ui/trpc"

/** Reloads everything about a store's orders after a change. `refreshing` is true until that is done. */
export function useRefreshOrders(): { refreshing: boolean; refresh: () => void } {
  const utils = trpc.useUtils()
  const refreshing =
    useIsFetching({ queryKey: getQueryKey(trpc.storeOrders) }) +
    useIsFetching({ queryKey: getQueryKey(trpc.sandboxStore) })
  const refresh = (): void => {
    void utils.storeOrders.invalidate()
    void utils.sandboxStore.invalidate()
    void utils.sellerOrders.invalidate()
  }
  return { refreshing: refreshing > 0, refresh }
}
