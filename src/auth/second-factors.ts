import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

/** An account with a second factor: an authenticator app or a passkey. */
const HAS_SECOND_FACTOR = {
  OR: [{ totp: { confirmedAt: { not: null } } }, { passkeys: { some: {} } }],
} satisfies Prisma.AccountWhereInput

/** Whether an account has a second factor: an authenticator app or a passkey. */
export async function hasSecondFactor(accountId: string, db: Prisma.TransactionClient = prisma()): Promise<boolean> {
  return (await db.account.count({ where: { id: accountId, ...HAS_SECOND_FACTOR } })) > 0
}

/** Returns which second factors an account has. */
export async function findSecondFactors(accountId: string): Promise<{ totp: boolean; passkeys: boolean }> {
  const account = await prisma().account.findUnique({
    where: { id: accountId },
    select: { totp: { select: { confirmedAt: true } }, passkeys: { select: { id: true }, take: 1 } },
  })
  return { totp: Boolean(account?.totp?.confirmedAt), passkeys: Boolean(account?.passkeys.length) }
}
