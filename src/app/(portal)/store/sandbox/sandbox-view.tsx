"use client"

import { keepPreviousData } from "@tanstack/react-query"
import { useLocale, useTranslations } from "next-intl"
import { testEventsQuery, testOrdersQuery } from "@/app/(portal)/store/order-queries"
import { PlaceForm } from "@/app/(portal)/store/sandbox/place-form"
import { TestEvents } from "@/app/(portal)/store/sandbox/test-events"
import { StoreOrder } from "@/app/(portal)/store/store-order"
import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatMoney } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { SearchForm } from "@/ui/search-form"
import { StatusTabs } from "@/ui/status-tabs"
import { trpc } from "@/ui/trpc"

interface SandboxViewProps {
  /** The search text for products. */
  q: string
  searchMax: number
  status: OrderStatus | undefined
  page: number
  clock: ViewerTimeZone
  baseUrl: string
}

/** The test orders of the sandbox's store. */
export function SandboxView({ q, searchMax, status, page, clock, baseUrl }: SandboxViewProps) {
  const [{ data: handled }] = trpc.storeOrders.store.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  const store = useTranslations("Store")
  const locale = useLocale()
  const { data: orders, dataUpdatedAt } = trpc.sandbox.list.useQuery(testOrdersQuery(status, page))
  const { data: products } = trpc.sandbox.products.useQuery({ q })
  const { data: events } = trpc.sandbox.events.useQuery(testEventsQuery(orders?.data ?? []), {
    enabled: orders !== undefined,
    // A new order changes the list of ids: the previous data stays until the new list is read.
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead", { store: handled.name })} />
      <section
        aria-labelledby="place"
        className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
      >
        <h2 id="place" className="font-semibold">
          {t("place_title")}
        </h2>
        <SearchForm
          action="/store/sandbox"
          label={t("search")}
          submit={t("search_submit")}
          query={q}
          maxLength={searchMax}
        />
        {products?.data.length === 0 && (
          <p className="text-sm text-muted">{t(q === "" ? "no_products" : "nothing_found")}</p>
        )}
        {products && products.data.length > 0 && (
          <PlaceForm
            key={q}
            products={products.data.map(({ variant_id, name: product, options, price }) => ({
              variant: variant_id,
              label: `${[product, options].filter(Boolean).join(", ")} · ${formatMoney(price, locale)}`,
            }))}
          />
        )}
      </section>
      <section aria-labelledby="orders" className="grid grid-cols-1 gap-4">
        <h2 id="orders" className="text-xl font-semibold">
          {t("orders")}
        </h2>
        <StatusTabs
          label={store("filter")}
          all={store("all")}
          path="/store/sandbox"
          statuses={ORDER_STATUSES}
          current={status}
        />
        {orders?.data.length === 0 && (
          <EmptyState
            sentence={t(status === undefined ? "empty" : "empty_status")}
            action={
              status === undefined ? (
                <ButtonLink href="#place">{t("empty_action")}</ButtonLink>
              ) : (
                <ButtonLink href="/store/sandbox">{store("show_all")}</ButtonLink>
              )
            }
            note={t("api_note")}
            snippet={`curl "${baseUrl}/v1/seller/orders" \\\n  -H "Authorization: Bearer $HAAT_TEST_KEY"`}
          />
        )}
        {orders && orders.data.length > 0 && (
          <ul className="grid grid-cols-1 gap-4">
            {orders.data.map((order) => (
              <StoreOrder key={order.id} order={order} baseUrl={baseUrl} clock={clock} now={dataUpdatedAt}>
                <TestEvents events={events?.data.filter(({ number }) => number === order.number) ?? []} clock={clock} />
              </StoreOrder>
            ))}
          </ul>
        )}
        {orders && (
          <Pager
            page={orders.meta.page}
            last={orders.meta.last_page}
            href={(other) => withQuery("/store/sandbox", { q, status, page: other })}
          />
        )}
      </section>
    </>
  )
}
