import type { ReactNode } from "react"

/** How wide a table must be for a column: the width of the table, not of the window. */
export type ColumnFrom = "narrow" | "xs" | "sm" | "md" | "mdPlus" | "lg" | "xl"

export interface TableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The second line of the cell in a narrow table, in place of columns that have no room there. */
  below?: (row: Row) => ReactNode
  /** The values of `sort` in the URL; the first is what a click on the header gives. */
  sort?: readonly [first: string, second: string]
  align?: "right"
  /** Whether only screen readers need the header. */
  headerHidden?: boolean
  /** Takes the room that is left, and is cut where it ends. */
  flexible?: boolean
  /** The class of the width by which a flexible column shares that room with others. */
  share?: string
  /** Flexible in a narrow table. */
  flexibleWhenNarrow?: boolean
  from?: ColumnFrom
  /** Whether the reader can hide it; hidden at first. */
  choice?: "shown" | "hidden"
}

export const FROM_CLASSES: Record<ColumnFrom, string> = {
  narrow: "",
  xs: "hidden @md:table-cell",
  sm: "hidden @xl:table-cell",
  md: "hidden @[44rem]:table-cell",
  mdPlus: "hidden @3xl:table-cell",
  lg: "hidden @[60rem]:table-cell",
  xl: "hidden @6xl:table-cell",
}

/** The classes of a column's cells: alignment and width. */
export function cellClasses({
  align,
  flexible = false,
  flexibleWhenNarrow = false,
  share = "w-full",
  from = "narrow",
}: Pick<TableColumn<unknown>, "align" | "flexible" | "flexibleWhenNarrow" | "share" | "from">): string {
  return `px-2.5 ${FROM_CLASSES[from]} ${align === "right" ? "text-right tabular-nums" : ""} ${flexible ? `${share} max-w-0` : ""} ${flexibleWhenNarrow ? "w-full max-w-0 @xl:w-auto @xl:max-w-none" : ""}`
}

/** The columns that a reader can hide. */
export function optionalColumns<Row>(columns: readonly TableColumn<Row>[]): TableColumn<Row>[] {
  return columns.filter(({ choice }) => choice !== undefined)
}

/** Whether a column is visible by the reader's choice; undefined: the reader has not chosen. */
export function isColumnShown<Row>({ id, choice }: TableColumn<Row>, selected: readonly string[] | undefined): boolean {
  return choice === undefined || (selected === undefined ? choice === "shown" : selected.includes(id))
}
