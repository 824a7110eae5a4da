import type { PercentilePosition } from "@/features/usage/p95"
import { requestStore } from "@/platform/request-log/request-log"
import type { DurationStep, LogOwner } from "@/platform/request-log/request-store"
import { BUCKETS_PER_COLUMN } from "@/platform/request-log/usage-counts"

/**
 * The fine-grained durations that the percentiles at these positions need.
 * @param edges of consecutive steps, ascending
 */
export async function readDurations(
  owner: LogOwner,
  edges: readonly Date[],
  positions: readonly (PercentilePosition | null)[],
): Promise<DurationStep[]> {
  const columns = positions.map((position) => position?.bucketIndex ?? null).filter((index) => index !== null)
  if (columns.length === 0) return []
  const [lowest, highest] = [Math.min(...columns), Math.max(...columns)]
  return requestStore().durations(owner, edges, lowest * BUCKETS_PER_COLUMN, (highest + 1) * BUCKETS_PER_COLUMN)
}
