import type { Prisma } from "@/platform/prisma/client"

/**
 * Locks an account's row until the transaction ends. Checks of its state or counts of its resources run under this
 * lock, which precedes all others. It is SQL because Prisma has no FOR UPDATE.
 * @returns null if there is no such account
 */
export async function lockAccountRow(
  tx: Prisma.TransactionClient,
  accountId: string,
): Promise<{ verified: boolean } | null> {
  const [account] = await tx.$queryRaw<{ verified: boolean }[]>`
    SELECT email_verified_at IS NOT NULL AS verified FROM account WHERE id = ${accountId}::uuid FOR UPDATE`
  return account ?? null
}
