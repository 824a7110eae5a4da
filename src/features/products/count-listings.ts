import { type ListingFilter, whereOf } from "@/features/products/listing-filter"
import { inTime } from "@/platform/concurrency/in-time"
import { keptCount } from "@/platform/db/kept-count"
import { readCatalogue } from "@/platform/db/replica"

/**
 * The number of listings that a filter finds, at most a minute old.
 * @throws OutOfTime, when the shared count takes too long
 */
export const countListings = (filter: ListingFilter): Promise<number> =>
  inTime(keptCount(`listings ${JSON.stringify(filter)}`, () => count(filter)))

const count = async (filter: ListingFilter): Promise<number> => {
  const [row] = await readCatalogue<{ total: number }>(
    `SELECT count(*)::int AS total FROM listing WHERE ${whereOf(filter)}`,
    filter.values,
  )
  return row?.total ?? 0
}
