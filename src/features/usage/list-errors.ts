import type { Caller } from "@/domain/caller"
import { timeBuckets } from "@/domain/time-zone"
import { type ErrorGroup, RANGES, type UsageQuery } from "@/features/usage/schema"
import { listTestCredentials } from "@/features/usage/test-credentials"
import { requestStore } from "@/platform/request-log/request-log"
import { toTimestamp } from "@/trpc/wire"

const MAX_GROUPS = 8

/** The most frequent errors in a range and the caller's mode, by code and operation. */
export const listErrors = async (
  caller: Caller,
  { range, zone }: UsageQuery,
  now = new Date(),
): Promise<ErrorGroup[]> => {
  const [hours, count] = RANGES[range]
  const [from = now] = timeBuckets(now, zone, hours, count)
  const testCredentials = await listTestCredentials(caller)
  const rows = await requestStore().errorGroups(caller, testCredentials, from, MAX_GROUPS)
  return rows.map((row) => ({ ...row, last_at: toTimestamp(row.last_at) }))
}
