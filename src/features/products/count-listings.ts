import { type ListingFilter, tableOf, whereOf } from "@/features/products/listing-filter"
import { withTimeout } from "@/platform/concurrency/timeout"
import { cachedCount } from "@/platform/db/cached-count"
import { catalogueReader } from "@/platform/db/replica"

/**
 * The number of listings that a filter finds, at most a minute old.
 * @throws TimeoutError, when the shared count takes too long
 */
export function countListings(filter: ListingFilter): Promise<number> {
  return withTimeout(cachedCount(`listings ${JSON.stringify(filter)}`, () => count(filter)))
}

async function count(filter: ListingFilter): Promise<number> {
  const [row] = await catalogueReader(filter.world)<{ total: number }>(
    `SELECT count(*)::int AS total FROM ${tableOf(filter.world)} WHERE ${whereOf(filter)}`,
    filter.values,
  )
  return row?.total ?? 0
}
