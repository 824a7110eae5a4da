import type { Metadata } from "next"
import { BackLink } from "@/ui/back-link"
import { getLocale, getTranslations } from "next-intl/server"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, portal, requireAccount } from "@/app/current-account"
import { formatMoney, formatTime } from "@/i18n/format"
import { Address } from "@/ui/address"
import { OrderStatusBadge } from "@/ui/badge"
import { OrderItems } from "@/ui/order-items"
import { OrderTotals } from "@/ui/order-totals"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"

interface OrderPageProps {
  params: Promise<{ number: string }>
}

export async function generateMetadata({ params }: OrderPageProps): Promise<Metadata> {
  const [t, { number }] = await Promise.all([getTranslations("Orders"), params])
  return { title: t("order", { number }) }
}

async function OrderPage({ params }: OrderPageProps) {
  const { number } = await params
  await requireAccount(`/orders/${number}`)
  const caller = await portal()
  const [t, payment, totals, locale, timeZone, { data: order }] = await Promise.all([
    getTranslations("Orders"),
    getTranslations("PaymentStatus"),
    getTranslations("OrderTotals"),
    getLocale(),
    viewerTimeZone(),
    orNotFound(caller.orders.get({ number })),
  ])
  return (
    <>
      <BackLink href="/orders">{t("title")}</BackLink>
      <PageHeading
        title={
          <span className="flex flex-wrap items-center gap-3">
            {order.number} <OrderStatusBadge status={order.status} parts={order.parts.map(({ status }) => status)} />
          </span>
        }
        lead={`${t("placed")} ${formatTime(order.placed_at, locale, timeZone)} · ${payment(order.payment_status)}`}
      />
      {order.payment_status === "failed" && (
        <div className="mb-4">
          <Notice tone="warning">{t("payment_failed")}</Notice>
        </div>
      )}
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid gap-4">
          {order.parts.map((sellerOrder) => (
            <section
              key={sellerOrder.id}
              className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
              aria-label={sellerOrder.number}
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="font-medium">{t("sold_by", { seller: sellerOrder.seller.name })}</h2>
                <OrderStatusBadge status={sellerOrder.status} />
              </div>
              <OrderItems items={order.items.filter(({ id }) => sellerOrder.item_ids.includes(id))} />
              {sellerOrder.refunded_total > 0 && (
                <dl className="border-t border-line pt-3 text-sm tabular-nums">
                  <div className="flex justify-between gap-4">
                    <dt className="text-muted">{totals("refunded")}</dt>
                    <dd className="font-medium">{formatMoney(sellerOrder.refunded_total, locale)}</dd>
                  </div>
                </dl>
              )}
              {sellerOrder.shipment ? (
                <div className="border-t border-line pt-3 text-sm">
                  <p className="wrap-anywhere">
                    {t("parcel", { courier: sellerOrder.shipment.courier_name, awb: sellerOrder.shipment.awb })}
                  </p>
                  <p className="text-muted">
                    {sellerOrder.shipment.delivered_at === null
                      ? t("shipped_at", { at: formatTime(sellerOrder.shipment.shipped_at, locale, timeZone) })
                      : t("delivered_at", { at: formatTime(sellerOrder.shipment.delivered_at, locale, timeZone) })}
                  </p>
                  {sellerOrder.shipment.tracking_url !== null && (
                    <a href={sellerOrder.shipment.tracking_url} rel="noreferrer" className="link">
                      {t("track")}
                    </a>
                  )}
                </div>
              ) : (
                sellerOrder.status !== "cancelled" && (
                  <p className="border-t border-line pt-3 text-sm text-muted">{t("no_parcel")}</p>
                )
              )}
            </section>
          ))}
        </div>
        <div className="grid gap-6">
          <section aria-labelledby="summary">
            <h2 id="summary" className="mb-2 font-medium">
              {t("summary")}
            </h2>
            <OrderTotals totals={order} />
          </section>
          <section aria-labelledby="address">
            <h2 id="address" className="mb-2 font-medium">
              {t("address")}
            </h2>
            <Address address={order.delivery_address} />
          </section>
        </div>
      </div>
    </>
  )
}

export default OrderPage
