import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { NoOffers } from "@/app/(portal)/store/offers/no-offers"
import {
  LOW_COUNT,
  type OfferList,
  offersInput,
  parseOfferList,
  parseOpenOffer,
  PATH,
} from "@/app/(portal)/store/offers/offer-list"
import { OffersView } from "@/app/(portal)/store/offers/offers-view"
import { orNotFound, portalMode, requireAccount } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { redirectToLastPage } from "@/app/last-page"
import { changesCatalogue } from "@/domain/store"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("StoreOffers"))("title") }
}

async function OffersPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const [list, opened] = [parseOfferList(params), parseOpenOffer(params)]
  await requireAccount(withQuery(PATH, { ...tableQuery(list), offer: opened }))
  const [portal, mode] = await Promise.all([portalQueries(), portalMode()])
  // Every account changes the offers of its sandbox's store.
  const own = mode === "live" ? (await portal.stores.own.fetch()).data : null
  if (mode === "live" && own === null) redirect("/store")
  if (own && (own.status !== "approved" || !changesCatalogue(own.role))) return <NoOffers store={own} />
  const [store] = await Promise.all([
    own ?? portal.storeOrders.store.fetch().then(({ data }) => data),
    fetchOffers(list),
    portal.storeOffers.list.fetch(LOW_COUNT),
    ...(opened === undefined ? [] : [orNotFound(portal.storeOffers.get.fetch({ sku: opened }))]),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StoreOffers", "Pager", "Problems", "Table"]}>
        <OffersView list={list} opened={opened} store={store.name} mode={mode} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

async function fetchOffers(list: OfferList): Promise<void> {
  const portal = await portalQueries()
  const { meta } = await portal.storeOffers.list.fetch(offersInput(list))
  redirectToLastPage(PATH, tableQuery(list), meta)
}

export default OffersPage
