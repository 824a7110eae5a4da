"use client"

import { useLocale, useTranslations } from "next-intl"
import type { ComponentProps, ReactNode } from "react"
import { useOrderColumns } from "@/app/(portal)/orders/order-columns"
import type { OwnOrderList } from "@/app/(portal)/orders/own-order-list"
import type { Mode } from "@/domain/mode"
import { ORDER_STATUSES } from "@/domain/order-status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalOutputs } from "@/ui/api"
import { itemsInWords } from "@/ui/items-in-words"
import { withQuery } from "@/ui/query-url"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { TableFooter } from "@/ui/table/table-footer"
import { tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { ChoiceFilter } from "@/ui/table/filters"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"

type Order = PortalOutputs["portalOrders"]["list"]["data"][number]

interface OrdersViewProps {
  data: readonly Order[]
  meta: ComponentProps<typeof TableFooter>["meta"]
  list: OwnOrderList
  mode: Mode
  timeZone: ViewerTimeZone
  /** When the orders were read, in milliseconds. */
  now: number
  /** Shown in place of an empty table. */
  nothing: ReactNode
}

/** The orders that the account placed. */
export function OrdersView({ data, meta, list, mode, timeZone, now, nothing }: OrdersViewProps) {
  const t = useTranslations("Orders")
  const store = useTranslations("Store")
  const statuses = useTranslations("OrderStatus")
  const columns = useColumns(timeZone, now)
  const query = tableQuery(list)
  const common = { path: "/orders", query }
  return (
    <>
      <Toolbar title={t("title")}>
        <ChoiceFilter
          {...common}
          name="status"
          label={store("filter")}
          options={ORDER_STATUSES.map((status) => [status, statuses(status)])}
        />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
          <ExportLink href={withQuery("/orders/export", { ...query, page: undefined, mode })} />
        </ToolbarEnd>
      </Toolbar>
      {data.length === 0 ? (
        nothing
      ) : (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <DataTable
            caption={t("lead")}
            rows={data}
            columns={columns}
            rowId={({ number }) => number}
            chosen={list.columns}
            sort={undefined}
            sortHref={() => "/orders"}
          />
          <TableFooter {...common} meta={meta} />
        </div>
      )}
    </>
  )
}

function useColumns(timeZone: ViewerTimeZone, now: number): TableColumn<Order>[] {
  const store = useTranslations("Store")
  const locale = useLocale()
  const columns = useOrderColumns({ href: (number) => `/orders/${number}`, timeZone, now })
  const items: TableColumn<Order> = {
    id: "items",
    header: store("items"),
    choice: "shown",
    from: "sm",
    flexible: true,
    share: "w-full",
    cell: ({ items: bought }) => <span title={itemsInWords(bought, locale)}>{itemsInWords(bought, locale)}</span>,
  }
  return columns.flatMap((column) => (column.id === "placed" ? [column, items] : [column]))
}
