import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import type { SetKeyLimit } from "@/features/staff-accounts/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

const SET = `
  UPDATE api_key k SET rate_limit = $2
  FROM (SELECT id, rate_limit FROM api_key WHERE id = $1 FOR UPDATE) was
  WHERE k.id = was.id AND k.revoked_at IS NULL
  RETURNING was.rate_limit AS before`

/**
 * Gives a key a number of requests per minute, also one above what its owner could choose.
 * @throws Problem not_found, when there is no such key or it was revoked.
 */
export const setKeyLimit = async (actor: Actor, { key, rate_limit: rateLimit }: SetKeyLimit): Promise<void> => {
  const id = uuidOf("api_key", key)
  if (!id) throw new Problem("not_found")
  await transaction(async (tx) => {
    const [set] = await query<{ before: number | null }>(SET, [id, rateLimit], tx)
    if (!set) throw new Problem("not_found")
    await audit(tx, actor, "api_key.limit_set", id, { before: set.before, after: rateLimit })
  })
  forgetCredentials()
}
