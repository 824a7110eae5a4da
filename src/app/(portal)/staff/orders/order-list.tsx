"use client"

import { useTranslations } from "next-intl"
import { useOrderColumns } from "@/app/(portal)/orders/order-columns"
import { OrderToolbar } from "@/app/(portal)/staff/orders/order-toolbar"
import { type StaffOrderList, staffOrderInput, staffOrderQuery } from "@/app/(portal)/staff/orders/staff-order-list"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/orders"

interface OrderListProps {
  list: StaffOrderList
  timeZone: ViewerTimeZone
}

/** The orders that match the filters, newest first, without the people who placed them. */
export function OrderList({ list, timeZone }: OrderListProps) {
  const t = useTranslations("StaffOrders")
  const [{ data: orders, next }, { dataUpdatedAt: now }] = trpc.staffOrders.list.useSuspenseQuery(
    staffOrderInput(list, timeZone.zone),
  )
  const query = staffOrderQuery(list)
  const { columns: _columns, ...filters } = query
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const columns = useOrderColumns({ href: (number) => withQuery(PATH, { ...query, number }), timeZone, now })
  return (
    <>
      <OrderToolbar list={list} columns={columns} />
      {orders.length === 0 ? (
        filtered ? (
          <EmptyState sentence={t("no_match")} action={<ButtonLink href={PATH}>{t("all")}</ButtonLink>} />
        ) : (
          <EmptyState sentence={t("empty")} action={<ButtonLink href="/staff/accounts">{t("accounts")}</ButtonLink>} />
        )
      ) : (
        <DataTable
          caption={t("newest_first")}
          rows={orders}
          columns={columns}
          rowId={({ number }) => number}
          chosen={list.columns}
          sort={undefined}
          sortHref={() => PATH}
        />
      )}
      {(list.after !== undefined || next !== null) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
          {list.after !== undefined && <ButtonLink href={withQuery(PATH, query)}>{t("newest")}</ButtonLink>}
          {next !== null && (
            <ButtonLink href={withQuery(PATH, { ...query, after: next })} rel="next">
              {t("older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}
