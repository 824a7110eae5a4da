// SQL: it locks a row (FOR UPDATE), which Prisma cannot express, because the audit stores the previous limit.
import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import type { SetKeyLimit } from "@/features/staff-accounts/schema"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Sets a key's rate limit in requests per minute; it may be above what the owner could set.
 * @throws Problem not_found, when there is no such key or it was revoked.
 */
export async function setKeyLimit(actor: Actor, { key, rate_limit: rateLimit }: SetKeyLimit): Promise<void> {
  const id = parsePublicId("api_key", key)
  if (!id) throw new Problem("not_found")
  await credentialTransaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ rate_limit: number | null }[]>`
      SELECT rate_limit FROM api_key WHERE id = ${id}::uuid AND revoked_at IS NULL FOR UPDATE`
    if (!before) throw new Problem("not_found")
    await tx.apiKey.update({ where: { id }, data: { rateLimit } })
    await audit(queryableOf(tx), actor, "api_key.limit_set", id, { before: before.rate_limit, after: rateLimit })
  })
}
