import { NavLinks } from "@/app/(portal)/nav-links"
import { portal, currentAccount } from "@/app/current-account"

/** The portal's pages; those for staff only for staff. */
export const PortalNav = async () => {
  const [caller, account] = await Promise.all([portal(), currentAccount()])
  const waiting = account && (await caller.appReviews.waiting()).waiting
  return <NavLinks staff={account === null || waiting === null ? null : { account: account.id, waiting }} />
}
