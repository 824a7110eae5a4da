import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of the account's apps; the promise says when it is there. */
export function useRefreshApps(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.oauthApps.invalidate()
}
