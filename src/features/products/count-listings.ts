import { type ListingFilter, whereOf } from "@/features/products/listing-filter"
import { inTime } from "@/platform/concurrency/in-time"
import { keptCount } from "@/platform/db/kept-count"
import { readCatalogue } from "@/platform/db/replica"

/**
 * How many listings a filter finds, at most a minute ago.
 * @throws OutOfTime, while the count that is shared does not come
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
