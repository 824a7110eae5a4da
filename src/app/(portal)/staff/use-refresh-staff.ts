import { trpc } from "@/ui/trpc"

/** Reads again, after a change, all that the staff see but orders; the promise ends when that is done. */
export function useRefreshStaff(): () => Promise<void> {
  const utils = trpc.useUtils()
  return async () => {
    await Promise.all([
      utils.appReviews.invalidate(),
      utils.auditLog.invalidate(),
      utils.platformApps.invalidate(),
      utils.staffAccounts.invalidate(),
      utils.staffStores.invalidate(),
    ])
  }
}
