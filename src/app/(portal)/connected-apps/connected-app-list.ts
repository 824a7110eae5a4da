import type { ConnectedApp } from "@/features/connected-apps/schema"
import { oneOf } from "@/ui/query-url"
import { type SortValues, sortRows } from "@/ui/table/local-rows"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
const CONNECTED_APP_COLUMNS = ["developer", "scopes", "granted", "last_used"] as const

const CONNECTED_APP_SORTS = ["name", "-name", "granted", "-granted", "last_used", "-last_used"] as const

export const SEARCH_MAX = 80

/** The apps with access to an account as the URL asks for them. */
export interface ConnectedAppList extends TableState {
  q: string | undefined
  sort: (typeof CONNECTED_APP_SORTS)[number] | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseConnectedAppList(parameters: QueryParameters): ConnectedAppList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    sort: oneOf(CONNECTED_APP_SORTS, parameters.sort),
    ...parseTable(CONNECTED_APP_COLUMNS, parameters),
  }
}

/** The id of the app whose details a URL opens. */
export function parseOpenApp({ app }: QueryParameters): string | undefined {
  return typeof app === "string" && /^[0-9a-f-]{36}$/.test(app) ? app : undefined
}

const SORT_VALUES: SortValues<ConnectedApp> = {
  name: ({ name }) => name,
  granted: ({ granted_at }) => Date.parse(granted_at),
  last_used: ({ last_used_at: at }) => (at === null ? -Infinity : Date.parse(at)),
}

/** The apps that a list asks for, of all its pages and in its order. */
export function listedApps(apps: readonly ConnectedApp[], { q, sort }: ConnectedAppList): ConnectedApp[] {
  const text = q?.toLowerCase() ?? ""
  const found = apps.filter(({ name, developer }) => `${name} ${developer}`.toLowerCase().includes(text))
  return sortRows(found, sort, SORT_VALUES)
}
