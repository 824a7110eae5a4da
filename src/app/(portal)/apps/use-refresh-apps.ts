import { trpc } from "@/ui/trpc"

/** Reloads everything about the account's apps after a change; resolves when it is there. */
export function useRefreshApps(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.oauthApps.invalidate()
}
