"use client"

import { useLocale, useTranslations } from "next-intl"
import { useOrderColumns } from "@/app/(portal)/store/order-columns"
import { countInput, type OrderList, PLACED_PERIODS, SEARCH_MAX, TO_SHIP_COUNT } from "@/app/(portal)/store/order-list"
import type { Mode } from "@/domain/mode"
import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { withQuery } from "@/ui/query-url"
import { listUrl, tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { CountLink } from "@/ui/table/count-link"
import { ChoiceFilter, SetFilter, ToggleFilter } from "@/ui/table/filters"
import { TableSearch } from "@/ui/table/table-search"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

/** Above the table of a store's orders: its title, what waits to be shipped, search, filters, columns and export. */
export function OrderFilters({ list, store, mode }: { list: OrderList; store: string; mode: Mode }) {
  const t = useTranslations("Store")
  const statuses = useTranslations("OrderStatus")
  const locale = useLocale()
  const columns = useOrderColumns()
  const totals = trpc
    .useQueries((queries) => ORDER_STATUSES.map((status) => queries.storeOrders.list(countInput(status))))
    .map(({ data }) => data?.meta.total ?? 0)
  const countOf = (status: OrderStatus): number => totals[ORDER_STATUSES.indexOf(status)] ?? 0
  const waiting = trpc.storeOrders.list.useQuery(TO_SHIP_COUNT).data?.meta.total ?? 0
  const ship = countOf("confirmed") + countOf("packed")
  const confirm = Math.max(0, waiting - ship)
  const query = tableQuery(list)
  const common = { path: "/store", query }
  return (
    <Toolbar
      title={t("title")}
      note={
        <p className="mr-1 flex flex-wrap items-center gap-1.5" title={store}>
          {ship > 0 ? (
            <CountLink href="/store?next=ship">{t("to_ship", { n: formatNumber(ship, locale) })}</CountLink>
          ) : (
            <Badge tone="neutral">{t("to_ship", { n: formatNumber(ship, locale) })}</Badge>
          )}
          {confirm > 0 && (
            <CountLink href="/store?next=confirm">{t("to_confirm", { n: formatNumber(confirm, locale) })}</CountLink>
          )}
        </p>
      }
    >
      <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
      <ChoiceFilter
        {...common}
        name="status"
        label={t("filter")}
        options={ORDER_STATUSES.map((status) => [status, statuses(status), formatNumber(countOf(status), locale)])}
      />
      <ChoiceFilter
        {...common}
        name="placed"
        label={t("placed")}
        options={PLACED_PERIODS.map((period) => [period, t(`placed_${period}`)])}
      />
      <ToggleFilter {...common} name="late" label={t("late_filter")} />
      {list.next && <SetFilter name={t(`next_${list.next}`)} href={listUrl("/store", query, { next: undefined })} />}
      <ToolbarEnd>
        <ColumnMenu {...common} columns={columns} chosen={list.columns} />
        <ExportLink href={withQuery("/store/export", { ...query, page: undefined, mode })} />
      </ToolbarEnd>
    </Toolbar>
  )
}
