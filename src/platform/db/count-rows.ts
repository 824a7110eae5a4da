import { query } from "@/platform/db/query"
import { withTimeout } from "@/platform/concurrency/timeout"
import { hasCachedCount, cachedCount } from "@/platform/db/cached-count"

/** Totals up to here are exact, counted at each request. */
const EXACT_COUNT_MAX = 10_000

/**
 * Returns how many rows a SELECT finds: exact up to 10,000, and up to a minute old above.
 * @throws TimeoutError if the shared count does not finish in time
 */
export async function countRows(rowsSql: string, values: unknown[]): Promise<number> {
  const key = JSON.stringify([rowsSql, values])
  if (!hasCachedCount(key)) {
    const exactCount = await count(`${rowsSql} LIMIT ${EXACT_COUNT_MAX + 1}`, values)
    if (exactCount <= EXACT_COUNT_MAX) return exactCount
  }
  return withTimeout(cachedCount(key, () => count(rowsSql, values)))
}

async function count(rowsSql: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ total: number }>(`SELECT count(*)::int AS total FROM (${rowsSql}) found`, values)
  return row?.total ?? 0
}
