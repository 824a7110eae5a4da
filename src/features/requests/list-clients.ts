import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { timeBuckets, toWholeHour } from "@/domain/time-zone"
import { visibleCredentials } from "@/features/requests/own-credential"
import type { RequestClients } from "@/features/requests/schema"
import { requestStore } from "@/platform/request-log/request-log"
import { toTimestamp } from "@/trpc/wire"

const QUARTERS_OF_DAYS = 4 * 7
/** The newest requests that are counted. */
const REQUESTS_MAX = 10_000
/** The rows of each list. */
const ROWS_MAX = 10

/**
 * The IP addresses and user agents of a credential's requests in the last 7 days, most requests first. The days begin
 * with a quarter of the zone's day, at a whole hour in UTC, as 7 days of usage do.
 * @throws Problem not_found for a credential of another account or of the other mode
 */
export async function listClients(
  caller: Caller,
  credential: string,
  zone: string,
  now = new Date(),
): Promise<RequestClients> {
  const [id] = (await visibleCredentials(caller, { credential })) ?? []
  if (id === undefined) throw new Problem("not_found")
  const [since = now] = timeBuckets(now, zone, 6, QUARTERS_OF_DAYS).map(toWholeHour)
  const { rows, incomplete } = await requestStore().clients(caller, id, since, REQUESTS_MAX)
  const ofKind = (kind: "ip" | "user_agent") => rows.filter((row) => row.kind === kind)
  const listed = (kind: "ip" | "user_agent") =>
    ofKind(kind)
      .slice(0, ROWS_MAX)
      .map(({ value, requests, last_at }) => ({ value, requests, last_at: toTimestamp(last_at) }))
  const requests = ofKind("ip").reduce((sum, row) => sum + row.requests, 0)
  return { ips: listed("ip"), user_agents: listed("user_agent"), requests, incomplete }
}
