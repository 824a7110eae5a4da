import { query } from "@/platform/db/query"
import { inTime } from "@/platform/concurrency/in-time"
import { hasKeptCount, keptCount } from "@/platform/db/kept-count"

/** Totals up to here are exact, counted at each request. */
export const EXACT_MAX = 10_000

/**
 * Returns how many rows a SELECT finds: exact up to 10,000, and up to a minute old above.
 * @throws OutOfTime if the shared count does not finish in time
 */
export const countRows = async (rows: string, values: unknown[]): Promise<number> => {
  const key = JSON.stringify([rows, values])
  if (!hasKeptCount(key)) {
    const some = await count(`${rows} LIMIT ${EXACT_MAX + 1}`, values)
    if (some <= EXACT_MAX) return some
  }
  return inTime(keptCount(key, () => count(rows, values)))
}

const count = async (rows: string, values: unknown[]): Promise<number> => {
  const [row] = await query<{ total: number }>(`SELECT count(*)::int AS total FROM (${rows}) found`, values)
  return row?.total ?? 0
}
