import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { OrdersView } from "@/app/(portal)/orders/orders-view"
import { parseOwnOrderList } from "@/app/(portal)/orders/own-order-list"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portal, portalMode, requireAccount } from "@/app/current-account"
import { redirectToLastPage } from "@/app/last-page"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Orders"))("title") }
}

async function OrdersPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const list = parseOwnOrderList(await searchParams)
  const { status, page, perPage } = list
  await requireAccount(withQuery("/orders", tableQuery(list)))
  const caller = await portal()
  const [t, store, mode, timeZone, orders] = await Promise.all([
    getTranslations("Orders"),
    getTranslations("Store"),
    portalMode(),
    viewerTimeZone(),
    caller.portalOrders.list({ status, page, per_page: perPage }),
  ])
  redirectToLastPage("/orders", tableQuery(list), orders.meta)
  return (
    <ClientMessages namespaces={["Orders", "Store", "OrderStatus", "OrderTotals", "PaymentStatus", "Pager", "Table"]}>
      <OrdersView
        {...orders}
        list={list}
        mode={mode}
        timeZone={timeZone}
        now={Date.now()}
        nothing={
          <EmptyState
            sentence={t(status === undefined ? "empty_all" : "empty")}
            action={
              status === undefined ? (
                <ButtonLink href="/products">{t("browse")}</ButtonLink>
              ) : (
                <ButtonLink href="/orders">{store("show_all")}</ButtonLink>
              )
            }
            note={store("api_note")}
            snippet={`curl "${env.appUrl}${withQuery("/v1/orders", { status })}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
          />
        }
      />
    </ClientMessages>
  )
}

export default OrdersPage
