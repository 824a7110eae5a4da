import type { ApiKey } from "@/features/api-keys/schema"
import { oneOf } from "@/ui/query-url"
import { type SortValues, sortRows } from "@/ui/table/local-rows"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const KEY_COLUMNS = ["scopes", "last_used", "created", "expires", "limit", "ips"] as const

export const KEY_STATUSES = ["active", "expired", "revoked"] as const satisfies readonly ApiKey["status"][]

const KEY_SORTS = ["name", "-name", "last_used", "-last_used", "created", "-created", "expires", "-expires"] as const
type KeySort = (typeof KEY_SORTS)[number]

export const SEARCH_MAX = 80

/** An account's keys as the URL asks for them. */
export interface KeyList extends TableState {
  q: string | undefined
  status: ApiKey["status"] | undefined
  unused: "1" | undefined
  sort: KeySort | undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseKeyList(parameters: Record<string, string | string[] | undefined>): KeyList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    status: oneOf(KEY_STATUSES, parameters.status),
    unused: oneOf(["1"], parameters.unused),
    sort: oneOf(KEY_SORTS, parameters.sort),
    ...parseTable(KEY_COLUMNS, parameters),
  }
}

const UNUSED_MS = 30 * 24 * 60 * 60 * 1000

/** Whether a key works and was not used for 30 days. @param now in milliseconds */
export function isUnused({ status, last_used_at, created_at }: ApiKey, now: number): boolean {
  return status === "active" && now - Date.parse(last_used_at ?? created_at) > UNUSED_MS
}

function isFound({ name, last_four }: ApiKey, q: string): boolean {
  return name.toLowerCase().includes(q.toLowerCase()) || last_four === q.slice(-4)
}

/** A key that was never used comes before all others, and one that does not expire after them. */
const SORT_VALUES: SortValues<ApiKey> = {
  name: ({ name }) => name,
  last_used: ({ last_used_at: at }) => (at === null ? -Infinity : Date.parse(at)),
  created: ({ created_at }) => Date.parse(created_at),
  expires: ({ expires_at: at }) => (at === null ? Infinity : Date.parse(at)),
}

/**
 * The keys that a list asks for, of all its pages and in its order. An account has so few that they are not filtered
 * in the database. @param now in milliseconds
 */
export function listedKeys(keys: readonly ApiKey[], { q, status, unused, sort }: KeyList, now: number): ApiKey[] {
  const found = keys.filter(
    (key) =>
      (status === undefined || key.status === status) &&
      (unused === undefined || isUnused(key, now)) &&
      (q === undefined || isFound(key, q)),
  )
  return sortRows(found, sort, SORT_VALUES)
}
