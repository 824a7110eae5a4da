import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { NoStore } from "@/app/(portal)/store/no-store"
import { PlaceForm } from "@/app/(portal)/store/sandbox/place-form"
import { TestEvents } from "@/app/(portal)/store/sandbox/test-events"
import { StoreOrder } from "@/app/(portal)/store/store-order"
import { portal, requireVisitor } from "@/app/visitor"
import { ORDER_STATUSES } from "@/domain/order-status"
import { formatMoney } from "@/i18n/format"
import { env } from "@/platform/env"
import { ModeBadge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { oneOf, pageOf, withQuery } from "@/ui/query-address"
import { SearchForm } from "@/ui/search-form"
import { StatusTabs } from "@/ui/status-tabs"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Sandbox"))("title") })

const PER_PAGE = 10
const SEARCH_MAX = 120

const SandboxPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, asked.status), pageOf(asked.page)]
  const q = typeof asked.q === "string" ? asked.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  await requireVisitor(withQuery("/store/sandbox", { q, status, page }))
  const caller = await portal()
  const [t, store, locale, { data: own }] = await Promise.all([
    getTranslations("Sandbox"),
    getTranslations("Store"),
    getLocale(),
    caller.stores.own(),
  ])
  if (!own?.handles_orders) return <NoStore store={own} />

  const [orders, { data: products }] = await Promise.all([
    caller.sandbox.list({ status, page, per_page: PER_PAGE }),
    caller.sandbox.products({ q }),
  ])
  const { data: events } = await caller.sandbox.events({ ids: orders.data.map(({ id }) => id) })
  return (
    <ClientMessages namespaces={["Sandbox", "Store", "OrderHandling", "Problems"]}>
      <PageHeading
        title={
          <span className="flex flex-wrap items-center gap-3">
            {t("title")} <ModeBadge mode="test" />
          </span>
        }
        lead={t("lead", { store: own.name })}
      />
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
          words={q}
          maxLength={SEARCH_MAX}
        />
        {products.length === 0 ? (
          <p className="text-sm text-muted">{t(q === "" ? "no_products" : "nothing_found")}</p>
        ) : (
          <PlaceForm
            key={q}
            products={products.map(({ variant_id, name, options, price }) => ({
              variant: variant_id,
              label: `${[name, options].filter(Boolean).join(", ")} · ${formatMoney(price, locale)}`,
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
        {orders.data.length === 0 ? (
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
            snippet={`curl "${env.appUrl}/v1/seller/orders" \\\n  -H "Authorization: Bearer $HAAT_TEST_KEY"`}
          />
        ) : (
          <ul className="grid grid-cols-1 gap-4">
            {orders.data.map((order) => (
              <StoreOrder key={order.id} order={order} baseUrl={env.appUrl}>
                <TestEvents events={events.filter(({ number }) => number === order.number)} />
              </StoreOrder>
            ))}
          </ul>
        )}
        <Pager
          page={orders.meta.page}
          last={orders.meta.last_page}
          href={(other) => withQuery("/store/sandbox", { q, status, page: other })}
        />
      </section>
    </ClientMessages>
  )
}

export default SandboxPage
