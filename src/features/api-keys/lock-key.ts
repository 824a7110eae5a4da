// SQL: it locks a row (FOR UPDATE), which Prisma cannot express.
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { keyMode } from "@/features/api-keys/key-row"
import type { ApiKey } from "@/features/api-keys/schema"
import type { Prisma } from "@/platform/prisma/client"

interface LockedKey {
  name: string
  mode: ApiKey["mode"]
  allowed_ips: string[]
  rate_limit: number | null
  api_version: string | null
}

/**
 * Locks an account's key of the caller's mode for a change.
 * @param change the change, for the message: "changed"
 * @throws Problem not_found; invalid_state, when the key is revoked or expired.
 */
export async function lockKey(
  tx: Prisma.TransactionClient,
  caller: Caller,
  id: string,
  change: "changed" | "rolled",
): Promise<LockedKey> {
  const [key] = await tx.$queryRaw<(LockedKey & { active: boolean })[]>`
    SELECT name, mode, allowed_ips, rate_limit, api_version, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS active
    FROM api_key WHERE id = ${id}::uuid AND account_id = ${caller.accountId}::uuid AND mode = ${keyMode(caller)} FOR UPDATE`
  if (!key) throw new Problem("not_found")
  if (!key.active)
    throw new Problem("invalid_state", { message: `This key is revoked or expired, so it cannot be ${change}.` })
  return key
}
