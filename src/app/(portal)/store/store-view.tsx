"use client"

import { keepPreviousData } from "@tanstack/react-query"
import { useLocale, useTranslations } from "next-intl"
import { NoStore } from "@/app/(portal)/store/no-store"
import { countQuery, eventsQuery, ordersQuery } from "@/app/(portal)/store/order-queries"
import { StoreOrder } from "@/app/(portal)/store/store-order"
import { TestEvents } from "@/app/(portal)/store/test-events"
import type { Mode } from "@/domain/mode"
import { ORDER_STATUSES, type OrderStatus, statusesBefore } from "@/domain/order-status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { StatusTabs } from "@/ui/status-tabs"
import { trpc } from "@/ui/trpc"

const SHIPPABLE = statusesBefore("shipped")
/** Statuses that need work first. */
const FILTERS: readonly OrderStatus[] = [
  ...SHIPPABLE,
  ...ORDER_STATUSES.filter((status) => !SHIPPABLE.includes(status)),
]

interface StoreViewProps {
  status: OrderStatus | undefined
  page: number
  clock: ViewerTimeZone
  baseUrl: string
}

/** The orders of the account's store, or of its sandbox's store. */
export function StoreView({ mode, ...props }: StoreViewProps & { mode: Mode }) {
  return mode === "live" ? <LiveStore {...props} /> : <SandboxStore {...props} />
}

function SandboxStore(props: StoreViewProps) {
  const [{ data: store }] = trpc.storeOrders.store.useSuspenseQuery()
  return <StoreOrders {...props} mode="sandbox" store={store.name} />
}

/** The orders of the account's store, or why there are none to see. */
function LiveStore(props: StoreViewProps) {
  const [{ data: store }] = trpc.stores.own.useSuspenseQuery()
  return store?.handles_orders ? <StoreOrders {...props} mode="live" store={store.name} /> : <NoStore store={store} />
}

function StoreOrders({ mode, store, status, page, clock, baseUrl }: StoreViewProps & { mode: Mode; store: string }) {
  const t = useTranslations("Store")
  const locale = useLocale()
  const { data: orders, dataUpdatedAt } = trpc.storeOrders.list.useQuery(ordersQuery(status, page))
  const { data: events } = trpc.sandboxStore.events.useQuery(eventsQuery(orders?.data ?? []), {
    enabled: mode === "sandbox" && orders !== undefined,
    // A new order changes the list of ids: the previous data stays until the new list is read.
    placeholderData: keepPreviousData,
  })
  const waiting = trpc
    .useQueries((queries) => SHIPPABLE.map((each) => queries.storeOrders.list(countQuery(each))))
    .map(({ data }) => data?.meta.total ?? 0)
  const counts = Object.fromEntries(SHIPPABLE.map((each, index) => [each, formatNumber(waiting[index] ?? 0, locale)]))
  const count = waiting.reduce((sum, total) => sum + total, 0)
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead", { store })}>
        <p className="rounded-full bg-marigold-soft px-3.5 py-1.5 text-sm font-medium text-marigold-ink">
          {t("waiting", pluralValues(count, locale))}
        </p>
      </PageHeading>
      <StatusTabs
        label={t("filter")}
        all={t("all")}
        path="/store"
        statuses={FILTERS}
        current={status}
        counts={counts}
      />
      {orders?.data.length === 0 && (
        <EmptyState
          sentence={t(status === undefined ? "empty_all" : "empty")}
          action={<ButtonLink href="/store">{t("show_all")}</ButtonLink>}
          note={t("api_note")}
          snippet={`curl "${baseUrl}${withQuery("/v1/seller/orders", { status })}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      )}
      {orders && orders.data.length > 0 && (
        <ul className="grid gap-4">
          {orders.data.map((order) => (
            <StoreOrder key={order.id} order={order} baseUrl={baseUrl} clock={clock} now={dataUpdatedAt}>
              {mode === "sandbox" && (
                <TestEvents events={events?.data.filter(({ number }) => number === order.number) ?? []} clock={clock} />
              )}
            </StoreOrder>
          ))}
        </ul>
      )}
      {orders && (
        <Pager
          page={orders.meta.page}
          last={orders.meta.last_page}
          href={(other) => withQuery("/store", { status, page: other })}
        />
      )}
    </>
  )
}
