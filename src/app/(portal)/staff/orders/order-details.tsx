import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { Section } from "@/ui/section"
import { OrderReversal } from "@/app/(portal)/staff/orders/order-reversal"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { StaffOrder } from "@/features/staff-orders/schema"
import { formatMoney, formatNumber, formatTime } from "@/i18n/format"
import { ModeBadge, OrderStatusBadge } from "@/ui/badge"
import { Notice } from "@/ui/notice"
import { OrderTotals } from "@/ui/order-totals"

/** Everything that staff see of an order. */
export function OrderDetails({ order, timeZone }: { order: StaffOrder; timeZone: ViewerTimeZone }) {
  const t = useTranslations("StaffOrders")
  const orderMessages = useTranslations("Orders")
  const lines = useTranslations("Store")
  const payment = useTranslations("PaymentStatus")
  const locale = useLocale()
  const money = (paise: number): string => formatMoney(paise, locale)
  const { number, own, parts: sellerOrders, buyer } = order
  return (
    <div className="grid grid-cols-1 gap-4" data-order={number}>
      <section
        className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
        aria-label={number}
      >
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid min-w-0 gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="text-lg font-semibold">{number}</h2>
              <OrderStatusBadge status={order.status} parts={sellerOrders.map(({ status }) => status)} />
              <ModeBadge livemode={order.livemode} />
            </div>
            <p className="text-sm text-muted wrap-anywhere">
              {orderMessages("placed")} {formatTime(order.placed_at, locale, timeZone)} ·{" "}
              {payment(order.payment_status)}
            </p>
            <p className="text-sm wrap-anywhere">
              <Link href={`/staff/accounts/${buyer.id}`} prefetch={false} className="link">
                {t("buyer", { name: buyer.name, email: buyer.email })}
              </Link>
            </p>
          </div>
          {!own && (
            <OrderReversal
              number={number}
              part={null}
              name={number}
              livemode={order.livemode}
              refundable={order.refundable}
              refunded={order.refunded_total}
              cancellable={sellerOrders.length > 1 && sellerOrders.some((sellerOrder) => sellerOrder.cancellable)}
              whole
            />
          )}
        </div>
        {own && <Notice tone="info">{t("own")}</Notice>}
        <div className="grid max-w-sm gap-1">
          <OrderTotals totals={order} />
          <dl className="flex justify-between gap-4 text-sm tabular-nums">
            <dt className="text-muted">{t("left")}</dt>
            <dd className="font-medium">{money(order.refundable)}</dd>
          </dl>
        </div>
      </section>
      {sellerOrders.map((sellerOrder) => (
        <Section
          key={sellerOrder.id}
          title={sellerOrder.number}
          lead={orderMessages("sold_by", { seller: sellerOrder.store.name })}
        >
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <OrderStatusBadge status={sellerOrder.status} />
            <span className="text-muted">{payment(sellerOrder.payment_status)}</span>
          </div>
          <ul className="grid gap-1 text-sm">
            {sellerOrder.items.map(({ id, name, sku, quantity, unit_price, total }) => (
              <li key={id} className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  {name} <span className="text-xs text-muted">{sku}</span>
                </span>
                <span className="flex shrink-0 flex-col items-end gap-x-4 self-start tabular-nums sm:flex-row">
                  <span className="text-muted">
                    {lines("quantity", { count: formatNumber(quantity, locale), price: money(unit_price) })}
                  </span>
                  <span className="min-w-20 text-right">{money(total)}</span>
                </span>
              </li>
            ))}
          </ul>
          <div className="max-w-sm">
            <OrderTotals totals={sellerOrder} />
          </div>
          {!own && (
            <OrderReversal
              number={number}
              part={sellerOrder.id}
              name={sellerOrder.number}
              livemode={order.livemode}
              refundable={sellerOrder.refundable}
              refunded={sellerOrder.refunded_total}
              cancellable={sellerOrder.cancellable}
            />
          )}
        </Section>
      ))}
      <Section title={t("payments")}>
        <Lines empty={t("none")}>
          {order.payments.map(({ id, method, status, amount, reference, paid_at }) => (
            <Line
              key={id}
              amount={money(amount)}
              note={[reference, paid_at && formatTime(paid_at, locale, timeZone)].filter(Boolean).join(" · ")}
            >
              {t(`method_${method}`)} · {payment(status)}
            </Line>
          ))}
        </Lines>
      </Section>
      <Section title={t("refunds")}>
        <Lines empty={t("none")}>
          {order.refunds.map(({ id, part: sellerOrder, amount, reason, created_at }) => (
            <Line
              key={id}
              amount={money(amount)}
              note={[sellerOrder, formatTime(created_at, locale, timeZone)].filter(Boolean).join(" · ")}
            >
              {reason}
            </Line>
          ))}
        </Lines>
      </Section>
      <Section title={t("history")} lead={t("history_lead")}>
        <Lines empty={t("none")}>
          {order.history.map(({ id, action, actor, reason, created_at }) => (
            <Line key={id} note={[actor, formatTime(created_at, locale, timeZone)].filter(Boolean).join(" · ")}>
              <span className="font-mono text-xs">{action}</span> {reason}
            </Line>
          ))}
        </Lines>
      </Section>
    </div>
  )
}

function Lines({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  return children.length === 0 ? (
    <p className="text-sm text-muted">{empty}</p>
  ) : (
    <ul className="divide-y divide-line">{children}</ul>
  )
}

function Line({ amount, note, children }: { amount?: string; note: string; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-4 py-2 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0 wrap-anywhere">
        <p>{children}</p>
        <p className="text-xs text-muted">{note}</p>
      </div>
      {amount !== undefined && <p className="shrink-0 font-medium tabular-nums">{amount}</p>}
    </li>
  )
}
