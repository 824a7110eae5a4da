import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that tells of the account and of what has access to it; the promise ends when that is done. */
export function useRefreshAccount(): () => Promise<void> {
  const utils = trpc.useUtils()
  return async () => {
    await Promise.all([
      utils.accounts.invalidate(),
      utils.apiKeys.invalidate(),
      utils.connectedApps.invalidate(),
      utils.me.invalidate(),
      utils.security.invalidate(),
      utils.sessions.invalidate(),
    ])
  }
}
