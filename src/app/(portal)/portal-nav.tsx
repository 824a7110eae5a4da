import { NavLinks } from "@/app/(portal)/nav-links"
import { portal, visitor } from "@/app/visitor"

/** The portal's pages; what is for the staff shows to them alone. */
export const PortalNav = async () => {
  const [caller, account] = await Promise.all([portal(), visitor()])
  const waiting = account && (await caller.appReviews.waiting()).waiting
  return <NavLinks staff={account === null || waiting === null ? null : { account: account.id, waiting }} />
}
