import type { Caller } from "@/domain/caller"
import { countedCredentials } from "@/features/usage/counted-credentials"
import type { ErrorGroup, UsageQuery } from "@/features/usage/schema"
import { rangeEdges } from "@/features/usage/usage-period"
import { requestStore } from "@/platform/request-log/request-log"
import { toTimestamp } from "@/trpc/wire"

const MAX_GROUPS = 8

/** The most frequent errors in a range and the caller's mode, by code and operation. */
export async function listErrors(caller: Caller, { range, zone }: UsageQuery, now = new Date()): Promise<ErrorGroup[]> {
  const edges = rangeEdges(range, zone, now)
  return listErrorsBetween(caller, { from: edges[0] ?? now, to: edges.at(-1) ?? now })
}

/**
 * The most frequent errors between two times, to the hour, by code and operation.
 * @param key counts only this API key
 * @throws Problem not_found for a key of another account or of the other mode
 */
export async function listErrorsBetween(
  caller: Caller,
  range: { from: Date; to: Date },
  key?: string,
): Promise<ErrorGroup[]> {
  const credentials = await countedCredentials(caller, key)
  const rows = await requestStore().errorGroups(caller, credentials, range, MAX_GROUPS)
  return rows.map((row) => ({ ...row, last_at: toTimestamp(row.last_at) }))
}
