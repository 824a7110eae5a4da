import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import {
  countInput,
  type OrderList,
  ordersInput,
  parseOpenOrder,
  parseOrderList,
  TO_SHIP_COUNT,
} from "@/app/(portal)/store/order-list"
import { sandboxTime } from "@/app/(portal)/store/store-time"
import { StoreView } from "@/app/(portal)/store/store-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { redirectToLastPage } from "@/app/last-page"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, portalMode, requireAccount } from "@/app/current-account"
import type { Mode } from "@/domain/mode"
import { ORDER_STATUSES } from "@/domain/order-status"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Store"))("title") }
}

async function StorePage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const [list, opened] = [parseOrderList(params), parseOpenOrder(params)]
  await requireAccount(withQuery("/store", { ...tableQuery(list), order: opened }))
  const portal = await portalQueries()
  const mode = await portalMode()
  const { data: own } = await portal.stores.own.fetch()
  // Every account handles the orders of its sandbox's store.
  const handlesOrders = mode === "sandbox" || own?.handles_orders
  const frozen = await sandboxTime()
  const input = ordersInput(list, frozen ?? new Date())
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    ...(mode === "sandbox" ? [portal.storeOrders.store.fetch()] : []),
    ...(handlesOrders
      ? [
          fetchOrders(list, input),
          portal.storeOrders.list.fetch(TO_SHIP_COUNT),
          ...(opened === undefined ? [] : [fetchOrder(opened, mode)]),
          ...ORDER_STATUSES.map((each) => portal.storeOrders.list.fetch(countInput(each))),
        ]
      : own === null
        ? [portal.stores.invitations.fetch()]
        : []),
  ])
  return (
    <HydrateClient>
      <ClientMessages
        namespaces={[
          "BulkOrders",
          "Store",
          "StorePeople",
          "OrderHandling",
          "OrderStatus",
          "OrderTotals",
          "PaymentStatus",
          "Pager",
          "Problems",
          "ShipMany",
          "Table",
        ]}
      >
        <StoreView
          mode={mode}
          list={list}
          input={input}
          opened={opened}
          sandboxTime={frozen?.getTime()}
          timeZone={timeZone}
          baseUrl={env.appUrl}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

async function fetchOrders(list: OrderList, input: ReturnType<typeof ordersInput>): Promise<void> {
  const portal = await portalQueries()
  const { meta } = await portal.storeOrders.list.fetch(input)
  redirectToLastPage("/store", tableQuery(list), meta)
}

/** Reads the order whose details are open, and in the sandbox its events. */
async function fetchOrder(number: string, mode: Mode): Promise<void> {
  const portal = await portalQueries()
  const { data: order } = await orNotFound(portal.storeOrders.get.fetch({ id: number }))
  if (mode === "live") return
  await portal.sandboxStore.events.fetch({ ids: [order.id] })
}

export default StorePage
