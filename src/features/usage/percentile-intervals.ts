import { sum } from "@/domain/sum"
import { MIN_REQUESTS_FOR_P95 } from "@/features/usage/p95"

/** A chart with fewer says no more than the percentile of the whole period. */
const MIN_INTERVALS = 4

/**
 * Joins successive steps until most requests are in intervals with enough of them for a percentile. Intervals are
 * equally long, and as short as that allows. They are the steps themselves if no length is enough.
 * @param edges of the steps, one more than steps
 * @param requests the number in each step
 * @returns the edges of the intervals
 */
export function percentileIntervals(edges: readonly Date[], requests: readonly number[]): Date[] {
  const lengths = requests
    .map((_, index) => index + 1)
    .filter((length) => requests.length % length === 0 && requests.length / length >= MIN_INTERVALS)
  const length = lengths.find((each) => coversMost(each, requests)) ?? 1
  return edges.filter((_, index) => index % length === 0 || index === edges.length - 1)
}

function coversMost(length: number, requests: readonly number[]): boolean {
  const sums = requests.flatMap((_, index) =>
    index % length === 0 ? [sum(requests.slice(index, index + length))] : [],
  )
  return 2 * sum(sums.filter((each) => each >= MIN_REQUESTS_FOR_P95)) > sum(requests)
}
