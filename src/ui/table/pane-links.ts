/** Where the details of a row lead: to the list without them, and to the rows before and after it. */
export interface PaneLinks {
  back: string
  previous: string | undefined
  next: string | undefined
}

/**
 * The links of the details of a row. A row that is not among the list's has no neighbours.
 * @param href the URL of the list with the details of a row, or without any
 */
export function paneLinks<Row>(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
  href: (row?: Row) => string,
): PaneLinks {
  const index = rows.findIndex(isOpen)
  const [previous, next] = index === -1 ? [] : [rows[index - 1], rows[index + 1]]
  return { back: href(), previous: previous && href(previous), next: next && href(next) }
}
