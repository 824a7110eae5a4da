import { trpc } from "@/ui/trpc"

/** Reloads everything that staff see, except orders, after a change; resolves when that is done. */
export function useRefreshStaff(): () => Promise<void> {
  const utils = trpc.useUtils()
  return async () => {
    await Promise.all([
      utils.appReviews.invalidate(),
      utils.auditLog.invalidate(),
      utils.platformApps.invalidate(),
      utils.staffAccounts.invalidate(),
      utils.staffIncidents.invalidate(),
      utils.staffStores.invalidate(),
      utils.staffSynonyms.invalidate(),
    ])
  }
}
