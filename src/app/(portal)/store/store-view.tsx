"use client"

import { useTranslations } from "next-intl"
import { useEffect } from "react"
import { announceMembership } from "@/app/(portal)/membership-event"
import { NoStore } from "@/app/(portal)/store/no-store"
import { OrderFilters } from "@/app/(portal)/store/order-filters"
import type { OrderList } from "@/app/(portal)/store/order-list"
import { OrderPane } from "@/app/(portal)/store/order-pane"
import { OrderTable } from "@/app/(portal)/store/order-table"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { ActionNotices } from "@/ui/action-notices"
import { withQuery } from "@/ui/query-url"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { TableFooter } from "@/ui/table/table-footer"
import { tableQuery } from "@/ui/table/table-url"
import { useLastPage } from "@/ui/table/use-last-page"
import { trpc } from "@/ui/trpc"

interface StoreViewProps {
  list: OrderList
  /** The input of the list's query. */
  input: PortalInputs["storeOrders"]["list"]
  /** The number of the order whose details are open. */
  opened: string | undefined
  /** In the sandbox what its clock shows, in milliseconds. */
  sandboxTime: number | undefined
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The orders of the account's store, or why there are none to see; in the sandbox, those of its store. */
export function StoreView({ mode, ...props }: StoreViewProps & { mode: Mode }) {
  const [{ data: own }] = trpc.stores.own.useSuspenseQuery()
  const member = own !== null
  useEffect(() => announceMembership(member), [member])
  if (mode === "sandbox") return <SandboxStore {...props} />
  return own?.handles_orders ? <StoreOrders {...props} mode="live" store={own.name} /> : <NoStore store={own} />
}

function SandboxStore(props: StoreViewProps) {
  const [{ data: store }] = trpc.storeOrders.store.useSuspenseQuery()
  return <StoreOrders {...props} mode="sandbox" store={store.name} />
}

function StoreOrders({
  mode,
  store,
  list,
  input,
  opened,
  sandboxTime,
  timeZone,
  baseUrl,
}: StoreViewProps & { mode: Mode; store: string }) {
  const t = useTranslations("Store")
  const { data: orders, dataUpdatedAt } = trpc.storeOrders.list.useQuery(input)
  const query = tableQuery(list)
  const { status, q, placed, late, next } = query
  const filtered = [status, q, placed, next].some((value) => value !== undefined)
  // The API neither searches nor finds orders by what they wait for.
  const inApi = q === undefined && late === undefined && next === undefined
  const leaving = useLastPage("/store", query, orders?.meta)
  return (
    <ActionNotices>
      <OrderFilters list={list} store={store} mode={mode} />
      {orders?.data.length === 0 && !leaving && (
        <EmptyState
          sentence={t(filtered ? "empty_filtered" : late ? "empty_late" : "empty_all")}
          action={<ButtonLink href="/store">{t("show_all")}</ButtonLink>}
          {...(inApi && {
            note: t("api_note"),
            snippet: `curl "${baseUrl}${withQuery("/v1/seller/orders", { status, placed_after: input.placed_after })}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`,
          })}
        />
      )}
      {orders && (orders.data.length > 0 || opened !== undefined) && (
        <WithPane
          pane={
            opened !== undefined && (
              <OrderPane
                number={opened}
                mode={mode}
                links={paneLinks(
                  orders.data,
                  (order) => order.number === opened,
                  (order) => withQuery("/store", { ...query, order: order?.number }),
                )}
                sandboxTime={sandboxTime}
                timeZone={timeZone}
                baseUrl={baseUrl}
              />
            )
          }
        >
          {orders.data.length > 0 && (
            <OrderTable
              caption={t("lead", { store })}
              orders={orders.data}
              list={list}
              opened={opened}
              now={sandboxTime ?? dataUpdatedAt}
              timeZone={timeZone}
              baseUrl={baseUrl}
            />
          )}
          <TableFooter path="/store" query={query} meta={orders.meta} />
        </WithPane>
      )}
    </ActionNotices>
  )
}
