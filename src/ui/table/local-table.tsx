"use client"

import type { ReactNode } from "react"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { pageOfRows } from "@/ui/table/local-rows"
import { SelectionBar, useSelection } from "@/ui/table/selection"
import { TableFooter } from "@/ui/table/table-footer"
import { type ListQuery, listUrl, type TableState } from "@/ui/table/table-url"

interface LocalTableProps<Row> {
  path: string
  query: ListQuery
  list: TableState & { sort: string | undefined }
  caption: string
  /** The rows of all pages of the list, in their order. */
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  /** What a screen reader calls a row. */
  rowName: (row: Row) => string
  /** The id of the row whose details are open. */
  opened?: string | undefined
  /** Whether the actions are possible on a row; by default they are on each. */
  selectable?: (row: Row) => boolean
  /** The actions on the selected rows; null: rows cannot be selected. */
  actions: ((selected: Row[]) => ReactNode) | null
}

/** A page of a list that was read whole, with the actions on its selected rows and the way to the other pages. */
export function LocalTable<Row extends { id: string }>({
  path,
  query,
  list,
  caption,
  rows,
  columns,
  rowName,
  opened,
  selectable = () => true,
  actions,
}: LocalTableProps<Row>) {
  const { shown, meta } = pageOfRows(rows, list)
  const selection = useSelection(shown.filter(selectable).map(({ id }) => id))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <DataTable
        caption={caption}
        rows={shown}
        columns={columns}
        rowId={({ id }) => id}
        rowName={rowName}
        chosen={list.columns}
        sort={list.sort}
        sortHref={(sort) => listUrl(path, query, { sort })}
        opened={opened}
        selection={actions ? selection : undefined}
        selectable={selectable}
      />
      {actions && (
        <SelectionBar selection={selection}>{actions(shown.filter(({ id }) => selection.ids.has(id)))}</SelectionBar>
      )}
      <TableFooter path={path} query={query} meta={meta} />
    </div>
  )
}
