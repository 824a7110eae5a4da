import { NavLinks } from "@/app/(portal)/nav-links"
import type { Mode } from "@/domain/mode"
import { currentAccount, waitingReviews } from "@/app/current-account"

/** The mode, and the portal's pages; those for staff only for staff. */
export const PortalNav = async ({ mode }: { mode: Mode }) => {
  const account = await currentAccount()
  const waiting = account && (await waitingReviews())
  return <NavLinks mode={mode} staff={account === null || waiting === null ? null : { account: account.id, waiting }} />
}
