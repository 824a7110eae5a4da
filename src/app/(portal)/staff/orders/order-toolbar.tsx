"use client"

import { useTranslations } from "next-intl"
import {
  BUYER_MAX,
  NUMBER_MAX,
  type StaffOrderList,
  staffOrderQuery,
} from "@/app/(portal)/staff/orders/staff-order-list"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { InputField } from "@/ui/field"
import { withQuery } from "@/ui/query-url"
import type { TableColumn } from "@/ui/table/column"
import { ColumnMenu } from "@/ui/table/column-menu"
import { ChoiceFilter, FilterChip, FilterForm } from "@/ui/table/filters"
import { PeriodFilter } from "@/ui/table/period-filter"
import { TableSearch } from "@/ui/table/table-search"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"

const PATH = "/staff/orders"

interface OrderToolbarProps<Row> {
  list: StaffOrderList
  columns: readonly TableColumn<Row>[]
}

/** Above the table of all orders: its title, search, filters, columns and export. */
export function OrderToolbar<Row>({ list, columns }: OrderToolbarProps<Row>) {
  const t = useTranslations("StaffOrders")
  const orders = useTranslations("Orders")
  const store = useTranslations("Store")
  const statuses = useTranslations("OrderStatus")
  const payments = useTranslations("PaymentStatus")
  const query = staffOrderQuery(list)
  const common = { path: PATH, query }
  return (
    <Toolbar title={t("title")}>
      <TableSearch {...common} name="number" label={t("number")} maxLength={NUMBER_MAX} />
      <ChoiceFilter
        {...common}
        name="status"
        label={store("filter")}
        options={ORDER_STATUSES.map((status) => [status, statuses(status)])}
      />
      <ChoiceFilter
        {...common}
        name="payment"
        label={store("payment")}
        options={PAYMENT_STATUSES.map((status) => [status, payments(status)])}
      />
      <PeriodFilter {...common} label={orders("placed")} period={list} />
      <FilterChip {...common} names={["buyer"]} label={t("buyer_filter")} value={list.buyer}>
        <FilterForm {...common} names={["buyer"]}>
          <InputField
            label={t("buyer_field")}
            name="buyer"
            defaultValue={list.buyer}
            maxLength={BUYER_MAX}
            autoCapitalize="none"
            spellCheck={false}
          />
        </FilterForm>
      </FilterChip>
      <ToolbarEnd>
        <ColumnMenu {...common} columns={columns} chosen={list.columns} />
        <ExportLink href={withQuery(`${PATH}/export`, query)} />
      </ToolbarEnd>
    </Toolbar>
  )
}
