import { cellClasses, type TableColumn } from "@/ui/table/column"
import { TableFrame } from "@/ui/table/table-frame"

type PlainColumn<Row> = Pick<
  TableColumn<Row>,
  "id" | "header" | "cell" | "below" | "align" | "flexible" | "flexibleWhenNarrow" | "from"
>

interface PlainTableProps<Row> {
  caption: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  columns: readonly PlainColumn<Row>[]
  /** Whether rows have their second line at every width, for a narrow place. */
  stacked?: boolean
}

/** A short dense table that is neither sorted nor filtered. */
export function PlainTable<Row>({ caption, rows, rowId, columns: all, stacked = false }: PlainTableProps<Row>) {
  const columns = stacked
    ? all
        .filter(({ from }) => from === undefined)
        .map((column) => ({ ...column, flexible: column.flexibleWhenNarrow ?? false }))
    : all
  const height = columns.some(({ below }) => below) ? `h-14 ${stacked ? "" : "@xl:h-9"}` : "h-9"
  const classes = columns.map(
    (column, index) =>
      `${column.flexible ? "" : "whitespace-nowrap"} ${cellClasses(column)} ${endPadding(columns, index)}`,
  )
  return (
    <TableFrame
      caption={caption}
      head={columns.map((column, index) => (
        <th key={column.id} scope="col" className={`font-medium ${classes[index]}`}>
          {column.header}
        </th>
      ))}
    >
      {rows.map((row) => (
        <tr key={rowId(row)} className="relative border-t border-line hover:bg-sunken">
          {columns.map((column, index) => (
            <td key={column.id} className={`${height} ${classes[index]}`}>
              {column.flexible ? <div className="truncate">{column.cell(row)}</div> : column.cell(row)}
              {column.below && (
                <div className={`truncate text-muted ${stacked ? "" : "@xl:hidden"}`}>{column.below(row)}</div>
              )}
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  )
}

/** The padding of a row's two ends, also where a narrow table hides the columns beyond a cell. */
function endPadding<Row>(columns: readonly PlainColumn<Row>[], index: number): string {
  const isAlwaysShown = ({ from }: PlainColumn<Row>): boolean => from === undefined
  const start = columns.findIndex(isAlwaysShown) === index ? "pl-4 @xl:pl-2.5" : ""
  const end = columns.findLastIndex(isAlwaysShown) === index ? "pr-4 @xl:pr-2.5" : ""
  return `${start} ${end} first:pl-4 last:pr-4`
}
