"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatMoney } from "@/i18n/format"
import type { PortalOutputs } from "@/ui/api"
import { OrderStatusBadge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

type ListedOrder = Pick<
  PortalOutputs["orders"]["list"]["data"][number],
  "number" | "status" | "payment_status" | "placed_at" | "total"
>

interface OrderColumnsOptions {
  /** The URL of an order. */
  href: (number: string) => string
  timeZone: ViewerTimeZone
  /** When the orders were read, in milliseconds. */
  now: number
}

/** The columns of a table of orders, for the buyer and for staff. */
export function useOrderColumns({ href, timeZone, now }: OrderColumnsOptions): TableColumn<ListedOrder>[] {
  const t = useTranslations("Orders")
  const store = useTranslations("Store")
  const totals = useTranslations("OrderTotals")
  const payments = useTranslations("PaymentStatus")
  const locale = useLocale()
  const placed = ({ placed_at }: ListedOrder) => <TableTime at={placed_at} timeZone={timeZone} now={now} />
  return [
    {
      id: "number",
      header: store("order"),
      flexibleWhenNarrow: true,
      cell: ({ number }) => (
        <Link
          href={href(number)}
          prefetch={false}
          className="font-medium tabular-nums after:absolute after:inset-0 hover:underline"
        >
          {number}
        </Link>
      ),
      below: placed,
    },
    {
      id: "status",
      header: store("filter"),
      cell: ({ status }) => <OrderStatusBadge status={status} />,
      below: ({ total }) => <span className="tabular-nums">{formatMoney(total, locale)}</span>,
    },
    { id: "placed", header: t("placed"), choice: "shown", from: "sm", cell: placed },
    {
      id: "payment",
      header: store("payment"),
      choice: "shown",
      from: "md",
      cell: ({ payment_status }) => payments(payment_status),
    },
    {
      id: "total",
      header: totals("total"),
      choice: "shown",
      align: "right",
      from: "sm",
      cell: ({ total }) => formatMoney(total, locale),
    },
  ]
}
