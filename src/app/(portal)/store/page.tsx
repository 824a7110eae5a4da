import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ordersOnPage, waitingIn } from "@/app/(portal)/store/order-lists"
import { StoreView } from "@/app/(portal)/store/store-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { readersClock } from "@/app/time-zone"
import { requireVisitor } from "@/app/visitor"
import { ORDER_STATUSES, statesBefore } from "@/domain/order-status"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { oneOf, pageOf, withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Store"))("title") })

const StorePage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, asked.status), pageOf(asked.page)]
  await requireVisitor(withQuery("/store", { status, page }))
  const portal = await portalQueries()
  const { data: store } = await portal.stores.own()
  const [clock] = await Promise.all([
    readersClock(),
    portal.stores.own.prefetch(),
    ...(store?.handles_orders
      ? [
          portal.storeOrders.list.prefetch(ordersOnPage(status, page)),
          ...statesBefore("shipped").map((each) => portal.storeOrders.list.prefetch(waitingIn(each))),
        ]
      : store === null
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
        <StoreView status={status} page={page} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default StorePage
