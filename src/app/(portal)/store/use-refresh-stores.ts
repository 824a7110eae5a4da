import { trpc } from "@/ui/trpc"

/** Reloads everything about the account's store and its members after a change; resolves when that is done. */
export function useRefreshStores(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.stores.invalidate()
}
