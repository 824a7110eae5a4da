import { ownGrants } from "@/auth/own-grants"
import type { Caller } from "@/domain/caller"
import { invalid } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { estimatePercentile } from "@/features/usage/p95"
import type { UsageCount, UsageReport, UsageReportQuery } from "@/features/usage/schema"
import { listTestCredentials } from "@/features/usage/test-credentials"
import { query } from "@/platform/db/query"
import { requestStore } from "@/platform/request-log/request-log"
import { incompleteFrom } from "@/platform/request-log/request-writer"
import type { CredentialChoice, ReportRow } from "@/platform/request-log/request-store"
import { toTimestamp } from "@/trpc/wire"

const HOUR_MS = 3_600_000
const INTERVAL_MS = { hour: HOUR_MS, day: 24 * HOUR_MS }
const INTERVALS_MAX = { hour: 31 * 24, day: 400 }
const INTERVALS_DEFAULT = { hour: 24, day: 30 }
const ROWS_MAX = 10_000

const KEYS_SQL = "SELECT id FROM api_key WHERE account_id = $1"

/**
 * The requests of the caller's account in its mode, or of its app, by interval and group: exact to the request, up to the
 * ones that were stored a second ago.
 * @throws Problem validation_failed for a range that is empty or too long
 */
export async function getUsageReport(
  caller: Caller,
  { from: earliest, to = new Date(), interval, group_by: groupBy }: UsageReportQuery,
): Promise<UsageReport> {
  const step = INTERVAL_MS[interval]
  const from = earliest ?? new Date(to.getTime() - INTERVALS_DEFAULT[interval] * step)
  if (to <= from) throw invalid("to", "before_from", "Must be after from.")
  const [start, end] = [Math.floor(from.getTime() / step) * step, Math.ceil(to.getTime() / step) * step]
  if ((end - start) / step > INTERVALS_MAX[interval])
    throw invalid("from", "too_long", `At most ${INTERVALS_MAX[interval]} intervals: choose a shorter range.`)
  const rows = await requestStore().report({
    ...{ accountId: caller.accountId, credentials: await credentialsOf(caller) },
    ...{ from: new Date(start), to: new Date(end), interval, groupBy: groupBy ?? null, limit: ROWS_MAX + 1 },
  })
  if (rows.length > ROWS_MAX)
    throw invalid("from", "too_many_rows", `More than ${ROWS_MAX} rows: choose a shorter range or longer intervals.`)
  const incomplete = await incompleteFrom(new Date(start), new Date(end))
  const keys = groupBy === "key" ? await query<{ id: string }>(KEYS_SQL, [caller.accountId]) : []
  const keyIds = new Set(keys.map(({ id }) => id))
  return {
    data: rows.map((row) => toUsageCount(row, step, groupBy ?? null, keyIds)),
    meta: {
      from: toTimestamp(new Date(start)),
      to: toTimestamp(new Date(end)),
      livemode: caller.livemode,
      incomplete_from: incomplete && toTimestamp(incomplete),
    },
  }
}

async function credentialsOf(caller: Caller): Promise<CredentialChoice> {
  if (caller.kind === "oauth") return { only: await ownGrants(caller) }
  const testCredentials = await listTestCredentials(caller)
  return caller.livemode ? { except: testCredentials } : { only: testCredentials }
}

function toUsageCount(
  { from, group, requests, errors, counts }: ReportRow,
  step: number,
  groupBy: UsageReportQuery["group_by"] | null,
  keyIds: ReadonlySet<string>,
): UsageCount {
  return {
    from: toTimestamp(from),
    until: toTimestamp(new Date(from.getTime() + step)),
    key: groupBy === "key" && group !== null ? (keyIds.has(group) ? publicId("api_key", group) : group) : null,
    operation: groupBy === "operation" ? group : null,
    status: groupBy === "status" ? Number(group) : null,
    requests,
    errors,
    p50_ms: estimatePercentile(50, requests, counts),
    p95_ms: estimatePercentile(95, requests, counts),
  }
}
