"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { NextStep } from "@/app/(portal)/store/next-step"
import { isLate, isToShip, shipByClass, waitsForPayment } from "@/app/(portal)/store/to-ship"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { formatMoney } from "@/i18n/format"
import { Badge, OrderStatusBadge } from "@/ui/badge"
import { itemsInWords } from "@/ui/items-in-words"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

interface OrderColumnsOptions {
  /** The URL of the list with an order's details. */
  href: (order: StoreOrder) => string
  opened: string | undefined
  /** When the orders were read, or what the sandbox's clock shows, in milliseconds: decides which are late. */
  now: number
  timeZone: ViewerTimeZone
  baseUrl: string
}

const HEADERS_ONLY: OrderColumnsOptions = {
  href: () => "",
  opened: undefined,
  now: 0,
  timeZone: { zone: "UTC", detected: true },
  baseUrl: "",
}

/** The columns of the table of a store's orders; without options only their headers are of use. */
export function useOrderColumns({
  href,
  opened,
  now,
  timeZone,
  baseUrl,
}: OrderColumnsOptions = HEADERS_ONLY): TableColumn<StoreOrder>[] {
  const t = useTranslations("Store")
  const payments = useTranslations("PaymentStatus")
  const totals = useTranslations("OrderTotals")
  const locale = useLocale()
  const items = (order: StoreOrder): string => itemsInWords(order.items, locale)
  const customer = ({ delivery_address: address }: StoreOrder): string =>
    address ? [address.name, address.city].filter((part) => part !== null).join(", ") : ""
  return [
    {
      id: "number",
      header: t("order"),
      cell: (order) => (
        <Link
          href={href(order)}
          scroll={false}
          prefetch={false}
          className="font-medium tabular-nums after:absolute after:inset-0 hover:underline"
        >
          {order.number}
        </Link>
      ),
      below: (order) => (
        <>
          {isToShip(order) && (
            <span className={`block truncate ${shipByClass(order, now)}`}>
              {isLate(order, now) && `${t("late")} · `}
              {t("ship_by_column")} <TableTime at={order.ship_by} timeZone={timeZone} now={now} />
            </span>
          )}
          {waitsForPayment(order) && <span className="block truncate">{payments(order.payment_status)}</span>}
          {customer(order) || items(order)}
        </>
      ),
      flexibleWhenNarrow: true,
    },
    {
      id: "status",
      header: t("filter"),
      cell: (order) => (
        <span className="inline-flex items-center gap-1.5">
          <OrderStatusBadge status={order.status} />
          {isLate(order, now) && (
            <span className="hidden @xl:contents">
              <Badge tone="danger">{t("late")}</Badge>
            </span>
          )}
          {waitsForPayment(order) && (
            <span className="hidden text-xs text-muted @xl:inline">{payments(order.payment_status)}</span>
          )}
        </span>
      ),
      below: ({ total }) => <span className="tabular-nums">{formatMoney(total, locale)}</span>,
    },
    {
      id: "ship_by",
      header: t("ship_by_column"),
      choice: "shown",
      sort: ["ship_by", "-ship_by"],
      from: "md",
      cell: (order) =>
        isToShip(order) ? (
          <span className={shipByClass(order, now)}>
            <TableTime at={order.ship_by} timeZone={timeZone} now={now} />
          </span>
        ) : (
          "–"
        ),
    },
    {
      id: "placed",
      header: t("placed"),
      choice: "shown",
      sort: ["-placed_at", "placed_at"],
      from: "lg",
      cell: ({ placed_at }) => <TableTime at={placed_at} timeZone={timeZone} now={now} />,
    },
    {
      id: "customer",
      header: t("customer"),
      choice: "shown",
      from: "mdPlus",
      flexible: true,
      share: "w-full @6xl:w-2/5",
      cell: (order) => <span title={customer(order)}>{customer(order) || "–"}</span>,
    },
    {
      id: "items",
      header: t("items"),
      choice: "shown",
      from: "xl",
      flexible: true,
      share: "w-3/5",
      cell: (order) => <span title={items(order)}>{items(order)}</span>,
    },
    {
      id: "payment",
      header: t("payment"),
      choice: "hidden",
      from: "sm",
      cell: ({ payment_status }) => payments(payment_status),
    },
    {
      id: "updated",
      header: t("updated"),
      choice: "hidden",
      sort: ["-updated_at", "updated_at"],
      from: "sm",
      cell: ({ updated_at }) => <TableTime at={updated_at} timeZone={timeZone} now={now} />,
    },
    {
      id: "parcel",
      header: t("parcel"),
      choice: "hidden",
      from: "sm",
      cell: ({ shipment }) => (shipment ? `${shipment.courier_name} ${shipment.awb}` : "–"),
    },
    {
      id: "total",
      header: totals("total"),
      choice: "shown",
      align: "right",
      from: "lg",
      cell: ({ total }) => formatMoney(total, locale),
    },
    {
      id: "action",
      header: t("next_step"),
      headerHidden: true,
      align: "right",
      from: "sm",
      cell: (order) => order.number !== opened && <NextStep order={order} baseUrl={baseUrl} />,
    },
  ]
}
