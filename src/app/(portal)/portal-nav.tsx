import { NavLinks } from "@/app/(portal)/nav-links"
import type { Mode } from "@/domain/mode"
import { currentAccount, portal, waitingReviews } from "@/app/current-account"

/** The mode, and the portal's pages; those for staff only for staff. */
export async function PortalNav({ mode }: { mode: Mode }) {
  const renderedAt = Date.now()
  const [caller, account] = await Promise.all([portal(), currentAccount()])
  const [waiting, store] = account
    ? await Promise.all([waitingReviews(), caller.stores.own()]).then(([reviews, own]) => [reviews, own.data] as const)
    : [null, null]
  return (
    <NavLinks
      mode={mode}
      member={store !== null}
      renderedAt={renderedAt}
      staff={account === null || waiting === null ? null : { account: account.id, waiting }}
    />
  )
}
