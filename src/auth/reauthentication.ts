import { z } from "zod"
import { limitFailures } from "@/auth/failure-limit"
import { findPasskeyAccount, PasskeyAssertion } from "@/auth/passkeys"
import { verifyPassword } from "@/auth/password"
import { consumeRecoveryCode } from "@/auth/recovery-codes"
import { hasSecondFactor } from "@/auth/second-factors"
import { mailAccount } from "@/auth/account-mail"
import { consumeTotpCode } from "@/auth/totp"
import { audit, type RequestOrigin } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

// SQL: the session's time is the database's now(), with which an authorization request's time is compared.

const WINDOW_SECONDS = 15 * 60
/** Maximum failures of one account in a window. */
const MAX_ATTEMPTS = 10

/** The three ways to reauthenticate. A code is from an authenticator app, or a recovery code. */
export const Reauthentication = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ code: z.string().min(1).max(40) }),
  z.strictObject({ passkey: PasskeyAssertion }),
])

export type Reauthentication = z.output<typeof Reauthentication>

/**
 * Verifies a reauthentication, with one limit on failures over all methods. Strangers do not reach it: a password or a
 * session comes first.
 * @param verify returns null or false for a failure
 * @throws Throttled after too many failures
 */
export function limitReauthentication<Outcome>(accountId: string, verify: () => Promise<Outcome>): Promise<Outcome> {
  return limitFailures([{ subject: `proof:${accountId}`, limit: MAX_ATTEMPTS, windowSeconds: WINDOW_SECONDS }], verify)
}

/** Whether a code is valid for the account; consumes it. */
async function consumeCode(
  tx: Prisma.TransactionClient,
  accountId: string,
  input: string,
  origin: RequestOrigin,
): Promise<boolean> {
  if (await consumeTotpCode(tx, accountId, input.replace(/\s/g, ""))) return true
  const remaining = await consumeRecoveryCode(tx, accountId, input)
  if (remaining === null) return false
  const queryable = queryableOf(tx)
  await audit(queryable, { caller: { kind: "system", accountId }, ...origin }, "recovery_code.used", accountId, {
    left: remaining,
  })
  await mailAccount(
    queryable,
    accountId,
    { template: "recovery_code_used", left: String(remaining) },
    "/settings/security",
  )
  return true
}

/** Whether a proof is valid for the account. Codes and challenges are consumed in the transaction. */
export async function verifyReauthentication(
  tx: Prisma.TransactionClient,
  accountId: string,
  proof: Reauthentication,
  origin: RequestOrigin,
): Promise<boolean> {
  if ("passkey" in proof) return (await findPasskeyAccount(proof.passkey, tx)) === accountId
  if ("code" in proof) return consumeCode(tx, accountId, proof.code, origin)
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { passwordHash: true } })
  return verifyPassword(account?.passwordHash ?? null, proof.password)
}

/**
 * Records that a session's user has reauthenticated. If the account has a second factor, its password is not enough: it
 * could remove that factor (NIST SP 800-63B-4, section 4.1).
 * @returns whether the proof was valid
 * @throws Throttled
 */
export function reauthenticateSession(
  { accountId, sessionId }: { accountId: string; sessionId: string },
  proof: Reauthentication,
  origin: RequestOrigin,
): Promise<boolean> {
  return limitReauthentication(accountId, async () => {
    // Outside the transaction, because a password check may be queued and must not hold a connection meanwhile.
    if (
      "password" in proof &&
      ((await hasSecondFactor(accountId)) || !(await verifyReauthentication(prisma(), accountId, proof, origin)))
    )
      return false
    return prismaTransaction(async (tx) => {
      if (!("password" in proof) && !(await verifyReauthentication(tx, accountId, proof, origin))) return false
      const bySecondFactor = !("password" in proof)
      await tx.$executeRaw`
        UPDATE session SET proved_at = now(), second_factor_at = CASE WHEN ${bySecondFactor} THEN now() ELSE second_factor_at END
        WHERE id = ${sessionId}::uuid AND revoked_at IS NULL`
      return true
    })
  })
}
