import type { ReactNode } from "react"
import { type ColumnFrom, FROM_CLASSES } from "@/ui/table/column"
import { TableFrame } from "@/ui/table/table-frame"

export interface PlainColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The second line of the cell in a narrow table, in place of columns that have no room there. */
  below?: (row: Row) => ReactNode
  align?: "right"
  /** Takes the room that is left, and is cut where it ends. */
  flexible?: boolean
  /** Flexible in a narrow table. */
  flexibleWhenNarrow?: boolean
  from?: ColumnFrom
}

interface PlainTableProps<Row> {
  caption: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  columns: readonly PlainColumn<Row>[]
}

/** A short dense table that is neither sorted nor filtered, rendered on the server. */
export function PlainTable<Row>({ caption, rows, rowId, columns }: PlainTableProps<Row>) {
  const height = columns.some(({ below }) => below) ? "h-14 @xl:h-9" : "h-9"
  return (
    <TableFrame
      caption={caption}
      head={columns.map((column, index) => (
        <th key={column.id} scope="col" className={`font-medium ${cellClasses(column)} ${endPadding(columns, index)}`}>
          {column.header}
        </th>
      ))}
    >
      {rows.map((row) => (
        <tr key={rowId(row)} className="relative border-t border-line hover:bg-sunken">
          {columns.map((column, index) => (
            <td key={column.id} className={`${height} ${cellClasses(column)} ${endPadding(columns, index)}`}>
              {column.flexible ? <div className="truncate">{column.cell(row)}</div> : column.cell(row)}
              {column.below && <div className="truncate text-muted @xl:hidden">{column.below(row)}</div>}
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  )
}

function cellClasses<Row>({
  align,
  flexible = false,
  flexibleWhenNarrow = false,
  from = "narrow",
}: PlainColumn<Row>): string {
  return `px-2.5 ${FROM_CLASSES[from]} ${align === "right" ? "text-right tabular-nums" : ""} ${flexible ? "w-full max-w-0" : "whitespace-nowrap"} ${flexibleWhenNarrow ? "w-full max-w-0 @xl:w-auto @xl:max-w-none" : ""}`
}

/** The padding of a row's two ends, also where a narrow table hides the columns beyond a cell. */
function endPadding<Row>(columns: readonly PlainColumn<Row>[], index: number): string {
  const isAlwaysShown = ({ from }: PlainColumn<Row>): boolean => from === undefined
  const start = columns.findIndex(isAlwaysShown) === index ? "pl-4 @xl:pl-2.5" : ""
  const end = columns.findLastIndex(isAlwaysShown) === index ? "pr-4 @xl:pr-2.5" : ""
  return `${start} ${end} first:pl-4 last:pr-4`
}
