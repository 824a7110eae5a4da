import type { UsageSummary } from "@/features/usage/schema"
import { oneOf } from "@/ui/query-url"

export const GROUPS = ["key", "endpoint", "status"] as const
export type Group = (typeof GROUPS)[number]

/** The columns that the break-down can be sorted by; with "-" the largest first. */
const SORTS = ["-requests", "requests", "-errors", "errors", "-p95", "p95", "name", "-name"] as const
export type Sort = (typeof SORTS)[number]

export function parseSort(parameters: Record<string, string | string[] | undefined>): Sort {
  return oneOf(SORTS, parameters.sort) ?? "-requests"
}

export type GroupRow = UsageSummary["groups"]["key"][number]

/** Sorts rows; rows without the figure are last. */
export function sortRows(rows: readonly GroupRow[], sort: Sort): GroupRow[] {
  const descending = sort.startsWith("-")
  const column = sort.replace("-", "")
  if (column === "name") {
    const byName = rows.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    return descending ? byName.reverse() : byName
  }
  const value = (row: GroupRow): number | null => {
    if (column === "p95") return row.p95?.ms ?? null
    if (column === "errors") return row.errors
    return row.requests
  }
  return rows.toSorted((a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return descending ? second - first : first - second
  })
}
