// SQL: it locks a row (FOR UPDATE), which Prisma cannot express.
import { Problem } from "@/domain/problem"
import type { ApiKey } from "@/features/api-keys/schema"
import type { Prisma } from "@/platform/prisma/client"

export interface LockedKey {
  name: string
  mode: ApiKey["mode"]
  allowed_ips: string[]
  rate_limit: number | null
}

/**
 * Locks an account's key for a change.
 * @param change the change, for the message: "changed"
 * @throws Problem not_found; invalid_state, when the key is revoked or expired.
 */
export async function lockKey(
  tx: Prisma.TransactionClient,
  accountId: string,
  id: string,
  change: "changed" | "rolled",
): Promise<LockedKey> {
  const [key] = await tx.$queryRaw<(LockedKey & { works: boolean })[]>`
    SELECT name, mode, allowed_ips, rate_limit, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS works
    FROM api_key WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid FOR UPDATE`
  if (!key) throw new Problem("not_found")
  if (!key.works)
    throw new Problem("invalid_state", { message: `This key is revoked or expired, so it cannot be ${change}.` })
  return key
}
