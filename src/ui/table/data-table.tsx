"use client"

import { type ColumnDef, getCoreRowModel, type RowData, useReactTable } from "@tanstack/react-table"
import { useTranslations } from "next-intl"
import { type KeyboardEvent, useMemo } from "react"
import { cellClasses, isColumnShown, type TableColumn } from "@/ui/table/column"
import { SelectAll, SelectRow, type Selection } from "@/ui/table/selection"
import { SortHeader } from "@/ui/table/sort-header"
import { TableFrame } from "@/ui/table/table-frame"

declare module "@tanstack/react-table" {
  // The library's name of the parameters is part of the declaration.
  interface ColumnMeta<TData extends RowData, TValue> {
    column?: TableColumn<TData>
    value?: TValue
  }
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  rowId: (row: Row) => string
  /** The columns that the reader has chosen; undefined: the default ones. */
  chosen: readonly string[] | undefined
  /** The list's sort order as in the URL. */
  sort: string | undefined
  /** The URL of the list in another sort order. */
  sortHref: (sort: string) => string
  /** The row whose details are open. */
  opened?: string | undefined
  selection?: Selection | undefined
  /** Whether a row can be selected; by default each can. */
  selectable?: (row: Row) => boolean
  /** What a screen reader calls a row that can be selected. */
  rowName?: (row: Row) => string
  /** `data-` attributes of a row: what identifies it, and `data-fresh` if it has just arrived. */
  rowAttributes?: (row: Row) => Record<`data-${string}`, string | undefined>
}

const ROW_CLASSES =
  "relative border-t border-line hover:bg-sunken data-fresh:bg-marigold-soft data-opened:bg-sunken data-opened:shadow-[inset_3px_0_var(--accent)] data-selected:bg-sunken"

const CELL_CLASSES = "whitespace-nowrap first:pl-4 last:pr-4"

/**
 * A dense table: rows of 36 pixels, or of two or three lines where it is narrow. Sorting and filtering are links, so that it
 * works without scripts and the database does them. Arrow keys move between rows.
 */
export function DataTable<Row>({
  caption,
  rows,
  columns,
  rowId,
  chosen: selected,
  sort,
  sortHref,
  opened,
  selection,
  selectable = () => true,
  rowName = rowId,
  rowAttributes,
}: DataTableProps<Row>) {
  const t = useTranslations("Table")
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<Row> => ({ id: column.id, header: column.header, meta: { column } })),
    [columns],
  )
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it confuses, is not used
  const table = useReactTable<Row>({
    data: useMemo(() => [...rows], [rows]),
    columns: definitions,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualFiltering: true,
    manualPagination: true,
    enableMultiSort: false,
    state: {
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isColumnShown(column, selected)])),
      sorting: sort === undefined ? [] : [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }],
      ...(selection && { rowSelection: Object.fromEntries([...selection.ids].map((id) => [id, true])) }),
    },
  })
  const ids = rows.filter(selectable).map(rowId)
  const shown = table.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta?.column ?? [])
  return (
    <TableFrame
      caption={caption}
      onKeyDown={moveBetweenRows}
      head={
        <>
          {selection && (
            <th scope="col" className="relative w-9">
              {ids.length > 0 && <SelectAll selection={selection} ids={ids} label={t("select_all")} />}
            </th>
          )}
          {shown.map((column) => (
            <SortHeader
              key={column.id}
              header={column.header}
              hidden={column.headerHidden ?? false}
              sort={column.sort}
              current={sort}
              href={sortHref}
              className={`${CELL_CLASSES} ${cellClasses(column)}`}
            />
          ))}
        </>
      }
    >
      {table.getRowModel().rows.map(({ id, original }) => (
        <tr
          key={id}
          className={ROW_CLASSES}
          data-opened={id === opened || undefined}
          data-selected={selection?.ids.has(id) || undefined}
          {...rowAttributes?.(original)}
        >
          {selection && (
            <td className="relative w-9">
              {selectable(original) && (
                <SelectRow selection={selection} id={id} label={t("select_row", { name: rowName(original) })} />
              )}
            </td>
          )}
          {shown.map((column) => (
            <td key={column.id} className={`h-14 py-1 @xl:h-9 @xl:py-0 ${CELL_CLASSES} ${cellClasses(column)}`}>
              {column.flexible ? <div className="truncate">{column.cell(original)}</div> : column.cell(original)}
              {column.below && <div className="truncate text-muted @xl:hidden">{column.below(original)}</div>}
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  )
}

/** Moves the focus to the link of the row above or below, as the arrow keys say. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  const { target } = event
  if (step === 0 || !(target instanceof HTMLElement) || target.matches("select, textarea, input:not([type=checkbox])"))
    return
  const row = target.closest("tbody tr")
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  const control = target.matches("input") ? "input" : "a"
  const focusable = next?.querySelector<HTMLElement>(control)
  if (!focusable) return
  event.preventDefault()
  focusable.focus()
}
