import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portal, requireAccount } from "@/app/current-account"
import { ORDER_STATUSES } from "@/domain/order-status"
import { pluralValues, formatMoney, formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { OrderStatusBadge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"
import { StatusTabs } from "@/ui/status-tabs"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Orders"))("title") })

const OrdersPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const params = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, params.status), parsePage(params.page)]
  await requireAccount(withQuery("/orders", { status, page }))
  const caller = await portal()
  const [t, store, locale, clock, { data: orders, meta }] = await Promise.all([
    getTranslations("Orders"),
    getTranslations("Store"),
    getLocale(),
    viewerTimeZone(),
    caller.orders.list({ status, page }),
  ])
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <StatusTabs
        label={store("filter")}
        all={store("all")}
        path="/orders"
        statuses={ORDER_STATUSES}
        current={status}
      />
      {orders.length === 0 ? (
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
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {orders.map((order) => (
            <li
              key={order.id}
              className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3.5 first:rounded-t-2xl last:rounded-b-2xl hover:bg-sunken sm:px-5"
            >
              <div className="min-w-0">
                <div className="flex flex-wrap items-center gap-2">
                  <Link href={`/orders/${order.number}`} className="font-medium after:absolute after:inset-0">
                    {order.number}
                  </Link>
                  <OrderStatusBadge status={order.status} />
                </div>
                <p className="text-sm text-muted">
                  {formatTime(order.placed_at, locale, clock)} ·{" "}
                  {t("item_count", pluralValues(order.item_count, locale))}
                </p>
              </div>
              <p className="font-medium tabular-nums">{formatMoney(order.total, locale)}</p>
            </li>
          ))}
        </ul>
      )}
      <Pager page={meta.page} last={meta.last_page} href={(other) => withQuery("/orders", { status, page: other })} />
    </>
  )
}

export default OrdersPage
