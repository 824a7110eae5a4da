import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of the account's store and its people; the promise ends when that is done. */
export function useRefreshStores(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.stores.invalidate()
}
