import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import type { RateLimit } from "@/features/limits/schema"
import type { CountedRateLimit } from "@/domain/counted-rate-limit"
import { toTimestamp } from "@/trpc/wire"

const WINDOW_SECONDS = 60

/**
 * The rate limit of the calling credential, as it was counted for this request.
 * @throws Problem not_found for a session, which has none
 */
export async function getLimits(
  { livemode }: Caller,
  readRateLimit: () => Promise<CountedRateLimit | null>,
): Promise<RateLimit> {
  const counted = await readRateLimit()
  if (!counted) throw new Problem("not_found")
  const { limit, remaining, resetAt } = counted
  return {
    limit,
    remaining,
    reset_at: toTimestamp(new Date(resetAt * 1000)),
    window_seconds: WINDOW_SECONDS,
    set_by: limitSource(limit, DEFAULT_RATE_LIMITS[livemode ? "live" : "test"]),
  }
}

function limitSource(limit: number, standard: number): RateLimit["set_by"] {
  if (limit === standard) return "default"
  return limit < standard ? "owner" : "staff"
}
