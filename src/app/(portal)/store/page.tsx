import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { NoStore } from "@/app/(portal)/store/no-store"
import { StoreOrder } from "@/app/(portal)/store/store-order"
import { portal, requireVisitor } from "@/app/visitor"
import { ORDER_STATUSES, type OrderStatus, statesBefore } from "@/domain/order-status"
import { counted, formatNumber } from "@/i18n/format"
import { env } from "@/platform/env"
import { ModeBadge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { oneOf, pageOf, withQuery } from "@/ui/query-address"
import { StatusTabs } from "@/ui/status-tabs"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Store"))("title") })

const SHIPPABLE = statesBefore("shipped")
/** What has work in it first. */
const FILTERS: readonly OrderStatus[] = [
  ...SHIPPABLE,
  ...ORDER_STATUSES.filter((status) => !SHIPPABLE.includes(status)),
]
const PER_PAGE = 20

const StorePage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, asked.status), pageOf(asked.page)]
  await requireVisitor(withQuery("/store", { status, page }))
  const caller = await portal()
  const [t, locale, { data: store }] = await Promise.all([getTranslations("Store"), getLocale(), caller.stores.own()])
  if (!store?.handles_orders) return <NoStore store={store} />

  const [orders, ...waiting] = await Promise.all([
    caller.storeOrders.list({ status, page, per_page: PER_PAGE }),
    ...SHIPPABLE.map((each) => caller.storeOrders.list({ status: each, per_page: 1 })),
  ])
  const counts = Object.fromEntries(
    SHIPPABLE.map((each, place) => [each, formatNumber(waiting[place]?.meta.total ?? 0, locale)]),
  )
  const count = waiting.reduce((sum, { meta }) => sum + meta.total, 0)
  const filtered = status !== undefined
  return (
    <ClientMessages namespaces={["Store", "OrderHandling", "Problems"]}>
      <PageHeading
        title={
          <span className="flex flex-wrap items-center gap-3">
            {t("title")} <ModeBadge mode="live" />
          </span>
        }
        lead={t("lead", { store: store.name })}
      >
        <p className="rounded-full bg-marigold-soft px-3.5 py-1.5 text-sm font-medium text-marigold-ink">
          {t("waiting", counted(count, locale))}
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
      {orders.data.length === 0 ? (
        <EmptyState
          sentence={t(filtered ? "empty" : "empty_all")}
          action={<ButtonLink href="/store">{t("show_all")}</ButtonLink>}
          note={t("api_note")}
          snippet={`curl "${env.appUrl}${withQuery("/v1/seller/orders", { status })}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      ) : (
        <ul className="grid gap-4">
          {orders.data.map((order) => (
            <StoreOrder key={order.id} order={order} baseUrl={env.appUrl} />
          ))}
        </ul>
      )}
      <Pager
        page={orders.meta.page}
        last={orders.meta.last_page}
        href={(other) => withQuery("/store", { status, page: other })}
      />
    </ClientMessages>
  )
}

export default StorePage
