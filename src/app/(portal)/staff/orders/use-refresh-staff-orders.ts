import { useIsFetching } from "@tanstack/react-query"
import { getQueryKey } from "@trpc/react-query"
import { trpc } from "@/ui/trpc"

/** Reads the order again after a change, and tells for how long that is still on its way. */
export function useRefreshStaffOrders(): { refreshing: boolean; refresh: () => void } {
  const utils = trpc.useUtils()
  const refreshing = useIsFetching({ queryKey: getQueryKey(trpc.staffOrders) }) > 0
  return { refreshing, refresh: () => void utils.staffOrders.invalidate() }
}
