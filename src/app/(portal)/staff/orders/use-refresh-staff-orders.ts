import { useIsFetching } from "@tanstack/react-query"
import { getQueryKey } from "@trpc/react-query"
import { trpc } from "@/ui/trpc"

/** Reloads the order after a change. `refreshing` is true until that is done. */
export function useRefreshStaffOrders(): { refreshing: boolean; refresh: () => void } {
  const utils = trpc.useUtils()
  const refreshing = useIsFetching({ queryKey: getQueryKey(trpc.staffOrders) }) > 0
  return { refreshing, refresh: () => void utils.staffOrders.invalidate() }
}
