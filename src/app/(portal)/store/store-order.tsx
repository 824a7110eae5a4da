import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { OrderActions } from "@/app/(portal)/store/order-actions"
import { canTransition } from "@/domain/order-status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { StoreOrder as Order } from "@/features/seller-orders/schema"
import { formatTime } from "@/i18n/format"
import { Address } from "@/ui/address"
import { Badge, OrderStatusBadge } from "@/ui/badge"
import { OrderItems } from "@/ui/order-items"
import { OrderTotals } from "@/ui/order-totals"

interface StoreOrderProps {
  order: Order
  baseUrl: string
  clock: ViewerTimeZone
  /** When the order was read, to decide whether it is late. */
  now: number
  children?: ReactNode
}

/** One order of the store. */
export const StoreOrder = ({ order, baseUrl, clock, now, children }: StoreOrderProps) => {
  const t = useTranslations("Store")
  const payment = useTranslations("PaymentStatus")
  const locale = useLocale()
  const shippable = canTransition(order.status, "shipped")
  const isLate = shippable && Date.parse(order.ship_by) < now
  return (
    <li
      className="grid grid-cols-1 gap-5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
      data-order={order.number}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold">{order.number}</h2>
            <OrderStatusBadge status={order.status} />
            {isLate && <Badge tone="danger">{t("late")}</Badge>}
          </div>
          <p className="text-sm text-muted">
            {t("placed")} {formatTime(order.placed_at, locale, clock)} · {payment(order.payment_status)}
          </p>
        </div>
        <OrderActions order={order} baseUrl={baseUrl} />
      </div>
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid content-start gap-4">
          <OrderItems items={order.items} />
          <div className="border-t border-line pt-3">
            <OrderTotals totals={{ ...order, discount_total: 0 }} voucher={order.voucher} />
          </div>
        </div>
        <div className="grid content-start gap-4 text-sm">
          {shippable && (
            <div>
              <h3 className="text-xs text-muted">{t("ship_by")}</h3>
              <p className={isLate ? "font-medium text-danger-ink" : ""}>{formatTime(order.ship_by, locale, clock)}</p>
            </div>
          )}
          <div>
            <h3 className="text-xs text-muted">{t("address")}</h3>
            {order.delivery_address ? (
              <Address address={order.delivery_address} />
            ) : (
              <p className="text-muted">{t("address_hidden")}</p>
            )}
          </div>
          {order.shipment && <Parcel shipment={order.shipment} clock={clock} />}
        </div>
      </div>
      {children}
    </li>
  )
}

const Parcel = ({
  shipment: { courier_name, awb, tracking_url, shipped_at, delivered_at },
  clock,
}: {
  shipment: NonNullable<Order["shipment"]>
  clock: ViewerTimeZone
}) => {
  const t = useTranslations("Store")
  const locale = useLocale()
  return (
    <div>
      <h3 className="text-xs text-muted">{t("parcel")}</h3>
      <p className="wrap-anywhere">
        {courier_name} <span className="font-mono text-xs">{awb}</span>
      </p>
      <p className="text-muted">
        {delivered_at === null
          ? `${t("shipped_at")} ${formatTime(shipped_at, locale, clock)}`
          : `${t("delivered_at")} ${formatTime(delivered_at, locale, clock)}`}
      </p>
      {tracking_url !== null && (
        <a href={tracking_url} rel="noreferrer" className="link">
          {t("track")}
        </a>
      )}
    </div>
  )
}
