import { STAFF_STORE_SORTS, type StaffStoreSort } from "@/domain/staff-store-sort"
import { STORE_SLUG, STORE_SLUG_MAX, STORE_STATUSES } from "@/domain/store"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const STORE_COLUMNS = ["owner", "place", "people", "products", "created"] as const

export const SEARCH_MAX = 100

/** The stores as the URL asks for them. */
export interface StoreList extends TableState {
  q: string | undefined
  status: (typeof STORE_STATUSES)[number] | undefined
  sort: StaffStoreSort | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseStoreList(parameters: QueryParameters): StoreList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    status: oneOf(STORE_STATUSES, parameters.status),
    sort: oneOf(STAFF_STORE_SORTS, parameters.sort),
    ...parseTable(STORE_COLUMNS, parameters),
  }
}

/** The column's sort order that a list without one is in; undefined if it begins with what waits for a decision. */
export function defaultSort({ status }: StoreList): StaffStoreSort | undefined {
  if (status === undefined) return undefined
  return status === "pending" ? "created" : "name"
}

/** The slug of the store whose details a URL opens. */
export function parseOpenStore({ store }: QueryParameters): string | undefined {
  return typeof store === "string" && store.length <= STORE_SLUG_MAX && STORE_SLUG.test(store) ? store : undefined
}

/** The input of the list's query. */
export function storesInput({ q, status, sort, perPage, page }: StoreList): PortalInputs["staffStores"]["list"] {
  return {
    q,
    status,
    sort,
    per_page: perPage,
    page,
  }
}
