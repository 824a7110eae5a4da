import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { countQuery, eventsQuery, ordersQuery } from "@/app/(portal)/store/order-queries"
import { StoreView } from "@/app/(portal)/store/store-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portalMode, requireAccount } from "@/app/current-account"
import { ORDER_STATUSES, type OrderStatus, statusesBefore } from "@/domain/order-status"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Store"))("title") })

const StorePage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const params = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, params.status), parsePage(params.page)]
  await requireAccount(withQuery("/store", { status, page }))
  const portal = await portalQueries()
  const mode = await portalMode()
  const own = mode === "live" ? (await portal.stores.own()).data : null
  // Every account handles the orders of its sandbox's store.
  const handlesOrders = mode === "sandbox" || own?.handles_orders
  const [clock] = await Promise.all([
    viewerTimeZone(),
    mode === "live" ? portal.stores.own.prefetch() : portal.storeOrders.store.prefetch(),
    ...(handlesOrders
      ? [
          portal.storeOrders.list.prefetch(ordersQuery(status, page)),
          ...(mode === "sandbox" ? [prefetchEvents(status, page)] : []),
          ...statusesBefore("shipped").map((each) => portal.storeOrders.list.prefetch(countQuery(each))),
        ]
      : own === null
        ? [portal.stores.invitations.prefetch()]
        : []),
  ])
  return (
    <HydrateClient>
      <ClientMessages
        namespaces={[
          "Store",
          "StorePeople",
          "OrderHandling",
          "OrderStatus",
          "OrderTotals",
          "PaymentStatus",
          "Pager",
          "Problems",
        ]}
      >
        <StoreView mode={mode} status={status} page={page} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

async function prefetchEvents(status: OrderStatus | undefined, page: number): Promise<void> {
  const portal = await portalQueries()
  const { data: orders } = await portal.storeOrders.list(ordersQuery(status, page))
  await portal.sandboxStore.events.prefetch(eventsQuery(orders))
}

export default StorePage
