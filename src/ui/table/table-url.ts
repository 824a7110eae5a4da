import { parsePage, withQuery } from "@/ui/query-url"

type QueryParameters = Record<string, string | string[] | undefined>

/** A list's filters, sort order and columns, as in the URL. What is undefined has its default. */
export type ListQuery = Record<string, string | number | undefined>

/** The columns that a reader has chosen, without those that do not exist; undefined: the reader has not chosen. */
export function parseColumns(known: readonly string[], { columns }: QueryParameters): string[] | undefined {
  if (columns === undefined) return undefined
  const selected = new Set(typeof columns === "string" ? columns.split(",") : columns)
  return known.filter((column) => selected.has(column))
}

/** Chosen columns as in the URL. */
export function columnsParameter(selected: readonly string[] | undefined): string | undefined {
  return selected && (selected.join(",") || "none")
}

export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** The number of rows on a page; 25 without a valid choice. */
export function parsePageSize({ per_page: size }: QueryParameters): PageSize {
  return PAGE_SIZES.find((each) => String(each) === size) ?? PAGE_SIZES[0]
}

/** What the URL of every list says. */
export interface TableState {
  columns: string[] | undefined
  perPage: PageSize
  page: number
}

/** The columns, page size and page that a URL asks for. @param known the columns that a reader can hide */
export function parseTable(known: readonly string[], parameters: QueryParameters): TableState {
  return {
    columns: parseColumns(known, parameters),
    perPage: parsePageSize(parameters),
    page: parsePage(parameters.page),
  }
}

/** A list's parameters in a URL. */
export function tableQuery<List extends TableState>({ columns, perPage, ...list }: List) {
  return {
    ...list,
    columns: columnsParameter(columns),
    per_page: perPage === PAGE_SIZES[0] ? undefined : perPage,
  }
}

/** The search text in a URL, at most this long. */
export function parseSearch({ q }: QueryParameters, max: number): string | undefined {
  const text = typeof q === "string" ? q.trim().slice(0, max) : ""
  return text === "" || text.includes("\0") || !text.isWellFormed() ? undefined : text
}

/** The URL of a list with some of its query changed. The page and the open row do not outlast another list. */
export function listUrl(path: string, query: ListQuery, change: ListQuery = {}): string {
  return withQuery(path, { ...query, page: undefined, ...change })
}
