import type { PageMeta } from "@/domain/page"
import type { TableState } from "@/ui/table/table-url"

// For lists that are so short that they are read whole: the database need not sort and page them.

/** The value that a column is sorted by; words by their alphabet. */
export type SortValues<Row> = Record<string, (row: Row) => string | number>

function compare(first: string | number, second: string | number): number {
  return typeof first === "string" && typeof second === "string"
    ? first.localeCompare(second)
    : first < second
      ? -1
      : first > second
        ? 1
        : 0
}

/**
 * The rows in a sort order. @param sort a name of the values, after "-" in reverse; undefined: the rows as they are
 */
export function sortRows<Row>(rows: readonly Row[], sort: string | undefined, values: SortValues<Row>): Row[] {
  const value = values[sort?.replace(/^-/, "") ?? ""]
  if (!value) return [...rows]
  const direction = sort?.startsWith("-") ? -1 : 1
  return rows.toSorted((first, second) => direction * compare(value(first), value(second)))
}

/** The rows of a page, or of the last one if there are fewer, and what the table's footer says of it. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page: asked, perPage }: Pick<TableState, "page" | "perPage">,
): { shown: Row[]; meta: PageMeta } {
  const last = Math.max(Math.ceil(rows.length / perPage), 1)
  const page = Math.min(asked, last)
  return {
    shown: rows.slice((page - 1) * perPage, page * perPage),
    meta: { page, per_page: perPage, total: rows.length, last_page: last },
  }
}
