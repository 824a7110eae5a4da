import type { ListQuery } from "@/ui/table/table-url"

/** The path of a list, and the query of its URL. */
export interface ListProps {
  path: string
  query: ListQuery
}

/** The filters that a form must keep, because it replaces the URL's query. */
export function ListQueryFields({ query, except }: { query: ListQuery; except: readonly string[] }) {
  return Object.entries(query).map(
    ([name, value]) =>
      value !== undefined &&
      !except.includes(name) &&
      name !== "page" && <input key={name} type="hidden" name={name} value={value} />,
  )
}
