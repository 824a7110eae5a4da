"use client"

import { useOrderColumns } from "@/app/(portal)/store/order-columns"
import { defaultSort, type OrderList } from "@/app/(portal)/store/order-list"
import { BulkActions } from "@/app/(portal)/store/bulk-actions"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { SelectionBar, useSelection } from "@/ui/table/selection"
import { listUrl, tableQuery } from "@/ui/table/table-url"

interface OrderTableProps {
  caption: string
  orders: readonly StoreOrder[]
  list: OrderList
  opened: string | undefined
  now: number
  timeZone: ViewerTimeZone
  baseUrl: string
}

function numberOf({ number }: StoreOrder): string {
  return number
}

/** A store's orders as a table, with actions for several of them. */
export function OrderTable({ caption, orders, list, opened, now, timeZone, baseUrl }: OrderTableProps) {
  const query = tableQuery(list)
  const selection = useSelection(orders.map(numberOf))
  const columns = useOrderColumns({
    href: ({ number }) => withQuery("/store", { ...query, order: number }),
    opened,
    now,
    timeZone,
    baseUrl,
  })
  return (
    <>
      <DataTable
        caption={caption}
        rows={orders}
        columns={columns}
        rowId={numberOf}
        chosen={list.columns}
        sort={list.sort ?? defaultSort(list)}
        sortHref={(sort) => listUrl("/store", query, { sort })}
        opened={opened}
        selection={selection}
        rowAttributes={({ number }) => ({ "data-order": number })}
      />
      <SelectionBar selection={selection}>
        <BulkActions
          orders={orders.filter(({ number }) => selection.ids.has(number))}
          onDone={() => selection.set([])}
        />
      </SelectionBar>
    </>
  )
}
