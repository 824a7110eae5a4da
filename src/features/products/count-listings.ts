import type { ListingFilter } from "@/features/products/listing-filter"
import { once } from "@/platform/once"
import { readCatalogue } from "@/platform/replica"

/** How old a list's total may be, in milliseconds. */
const KEPT_MS = 10_000
const KEPT_MAX = 5_000

interface Kept {
  at: number
  total: Promise<number>
}

/** How many listings a filter finds; counting is what a list costs most, so a count is used for up to ten seconds. */
export const countListings = ({ where, values }: ListingFilter): Promise<number> => {
  const counts = once("listing-counts", () => new Map<string, Kept>())
  const key = JSON.stringify([where, values])
  const kept = counts.get(key)
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.total
  if (counts.size >= KEPT_MAX) counts.clear()
  const total = readCatalogue<{ total: number }>(`SELECT count(*)::int AS total FROM listing WHERE ${where}`, values).then(([row]) => row?.total ?? 0)
  counts.set(key, { at: Date.now(), total })
  total.catch(() => counts.delete(key))
  return total
}
