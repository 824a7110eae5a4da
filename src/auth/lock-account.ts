import type { Prisma } from "@/platform/prisma/client"

/**
 * Locks an account until the transaction ends: what depends on its state or counts what it has is decided under this lock, which comes before
 * any other. SQL, as Prisma has no words for FOR UPDATE.
 * @returns null when there is no such account
 */
export async function lockAccount(
  tx: Prisma.TransactionClient,
  accountId: string,
): Promise<{ verified: boolean } | null> {
  const [account] = await tx.$queryRaw<{ verified: boolean }[]>`
    SELECT email_verified_at IS NOT NULL AS verified FROM account WHERE id = ${accountId}::uuid FOR UPDATE`
  return account ?? null
}
