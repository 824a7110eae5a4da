"use client"

import { useLocale, useTranslations } from "next-intl"
import { OrderActions } from "@/app/(portal)/store/order-actions"
import { Parcel } from "@/app/(portal)/store/parcel"
import { TestEvents } from "@/app/(portal)/store/test-events"
import { isLate, isToShip, shipByClass } from "@/app/(portal)/store/to-ship"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import { Address } from "@/ui/address"
import { Badge, OrderStatusBadge } from "@/ui/badge"
import { OrderItems } from "@/ui/order-items"
import { OrderTotals } from "@/ui/order-totals"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"
import { trpc } from "@/ui/trpc"

interface OrderPaneProps {
  number: string
  mode: Mode
  links: PaneLinks
  /** In the sandbox what its clock shows, in milliseconds. */
  sandboxTime: number | undefined
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** An order of the store: its actions, items, totals, address and parcel, and in the sandbox its events. */
export function OrderPane({ number, mode, links, sandboxTime, timeZone, baseUrl }: OrderPaneProps) {
  const t = useTranslations("Store")
  const payment = useTranslations("PaymentStatus")
  const locale = useLocale()
  const { data, dataUpdatedAt } = trpc.storeOrders.get.useQuery({ id: number })
  const order = data?.data
  const { data: events } = trpc.sandboxStore.events.useQuery(
    { ids: order ? [order.id] : [] },
    { enabled: mode === "sandbox" && order !== undefined },
  )
  if (!order) return null
  const now = sandboxTime ?? dataUpdatedAt
  return (
    <RowPane
      id={number}
      title={
        <>
          <span>{order.number}</span>
          <OrderStatusBadge status={order.status} />
          {isLate(order, now) && <Badge tone="danger">{t("late")}</Badge>}
        </>
      }
      links={links}
    >
      <OrderActions order={order} baseUrl={baseUrl} />
      <PaneDetails>
        <PaneDetail name={t("placed")}>{formatTime(order.placed_at, locale, timeZone)}</PaneDetail>
        <PaneDetail name={t("payment")}>
          {payment(order.payment_status)}
          {order.cash_on_delivery && ` · ${t("cash_on_delivery")}`}
        </PaneDetail>
        {isToShip(order) && (
          <PaneDetail name={t("ship_by")}>
            <span className={shipByClass(order, now)}>{formatTime(order.ship_by, locale, timeZone)}</span>
          </PaneDetail>
        )}
      </PaneDetails>
      <div className="grid gap-4 border-t border-line pt-4">
        <OrderItems items={order.items} />
        <div className="border-t border-line pt-3">
          <OrderTotals totals={{ ...order, discount_total: 0 }} voucher={order.voucher} />
        </div>
      </div>
      <div className="grid gap-4 border-t border-line pt-4 text-sm">
        <div>
          <h3 className="text-muted">{t("address")}</h3>
          {order.delivery_address ? (
            <Address address={order.delivery_address} />
          ) : (
            <p className="text-muted">{t("address_hidden")}</p>
          )}
        </div>
        {order.shipment && <Parcel shipment={order.shipment} timeZone={timeZone} />}
      </div>
      {mode === "sandbox" && <TestEvents events={events?.data ?? []} timeZone={timeZone} />}
    </RowPane>
  )
}
