import { NavLinks } from "@/app/(portal)/nav-links"
import { portal, visitor } from "@/app/visitor"

/** The portal's pages; what is for the staff shows to them alone. */
export const PortalNav = async () => {
  const caller = await portal()
  const waiting = (await visitor()) === null ? null : (await caller.appReviews.waiting()).waiting
  return <NavLinks waiting={waiting} />
}
