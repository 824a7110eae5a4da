"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatMoney } from "@/i18n/format"
import type { PortalOutputs } from "@/ui/api"
import { OrderStatusBadge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { TableTime } from "@/ui/table/table-time"
import { trpc } from "@/ui/trpc"

type Order = PortalOutputs["staffOrders"]["list"]["data"][number]

const PATH = "/staff/orders"

interface OrderListProps {
  /** The number of the order before the first of the page. */
  after: string | undefined
  clock: ViewerTimeZone
}

/** All orders, newest first, without the people who placed them. */
export function OrderList({ after, clock }: OrderListProps) {
  const t = useTranslations("StaffOrders")
  const [{ data: orders, next }, { dataUpdatedAt: now }] = trpc.staffOrders.list.useSuspenseQuery({ after })
  const columns = useColumns(clock, now)
  return (
    <>
      {orders.length === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/staff/accounts">{t("accounts")}</ButtonLink>} />
      ) : (
        <DataTable
          caption={t("newest_first")}
          rows={orders}
          columns={columns}
          rowId={({ number }) => number}
          chosen={undefined}
          sort={undefined}
          sortHref={() => PATH}
        />
      )}
      {(after !== undefined || next !== null) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
          {after !== undefined && <ButtonLink href={PATH}>{t("newest")}</ButtonLink>}
          {next !== null && (
            <ButtonLink href={withQuery(PATH, { after: next })} rel="next">
              {t("older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}

function useColumns(clock: ViewerTimeZone, now: number): TableColumn<Order>[] {
  const t = useTranslations("Orders")
  const store = useTranslations("Store")
  const totals = useTranslations("OrderTotals")
  const payments = useTranslations("PaymentStatus")
  const locale = useLocale()
  const placed = ({ placed_at }: Order) => <TableTime at={placed_at} clock={clock} now={now} />
  return [
    {
      id: "number",
      header: store("order"),
      flexible: true,
      cell: ({ number }) => (
        <Link
          href={withQuery(PATH, { number })}
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
    { id: "placed", header: t("placed"), from: "sm", cell: placed },
    { id: "payment", header: store("payment"), from: "md", cell: ({ payment_status }) => payments(payment_status) },
    {
      id: "total",
      header: totals("total"),
      align: "right",
      from: "sm",
      cell: ({ total }) => formatMoney(total, locale),
    },
  ]
}
