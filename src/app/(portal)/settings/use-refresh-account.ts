import { trpc } from "@/ui/trpc"

/** Reloads everything about the account and its access after a change; resolves when that is done. */
export function useRefreshAccount(): () => Promise<void> {
  const utils = trpc.useUtils()
  return async () => {
    await Promise.all([
      utils.accounts.invalidate(),
      utils.portalKeys.invalidate(),
      utils.connectedApps.invalidate(),
      utils.me.invalidate(),
      utils.security.invalidate(),
      utils.sessions.invalidate(),
    ])
  }
}
