import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { query } from "@/platform/db"

/** How many calls a key made in the last 24 hours, to the hour: what its owner weighs before revoking it. */
export const countRecentCalls = async ({ accountId }: Caller, id: string): Promise<number> => {
  const uuid = uuidOf("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const [row] = await query<{ calls: number }>(
    "SELECT coalesce(sum(requests), 0)::int AS calls FROM api_usage WHERE account_id = $1 AND credential_id = $2 AND hour > now() - interval '24 hours'",
    [accountId, uuid],
  )
  return row?.calls ?? 0
}
