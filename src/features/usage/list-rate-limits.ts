import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { KeyRateLimit } from "@/features/usage/schema"
import { query } from "@/platform/db/query"
import { peek } from "@/platform/rate-limit/rate-limit"

const ACTIVE_KEYS_SQL = `
  SELECT id, name, rate_limit FROM api_key
  WHERE account_id = $1 AND mode = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  ORDER BY last_used_at DESC NULLS LAST, id DESC`

/** The rate limit remaining for each active key of the caller's mode, in its current minute. */
export async function listRateLimits({ accountId, livemode }: Caller): Promise<KeyRateLimit[]> {
  const mode = livemode ? "live" : "test"
  const keys = await query<{ id: string; name: string; rate_limit: number | null }>(ACTIVE_KEYS_SQL, [accountId, mode])
  const windows = await peek(keys.map(({ id }) => `credential:${id}`))
  return keys.map(({ id, name, rate_limit }) => {
    const limit = rate_limit ?? DEFAULT_RATE_LIMITS[mode]
    const window = windows.get(`credential:${id}`)
    return {
      id: publicId("api_key", id),
      name,
      limit,
      remaining: Math.max(0, limit - (window?.requests ?? 0)),
      reset_seconds: window?.resetSeconds ?? null,
    }
  })
}
