import { z } from "zod"
import { countFailures } from "@/auth/failures"
import { accountOfPasskey, PasskeyAnswer } from "@/auth/passkeys"
import { verifyPassword } from "@/auth/password"
import { takeRecoveryCode } from "@/auth/recovery-codes"
import { hasSecondFactor } from "@/auth/second-factors"
import { tellAccount } from "@/auth/tell-account"
import { takeTotpCode } from "@/auth/totp"
import { audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

// SQL, because the session's time is the database's now(), with which an authorization request's time is compared.

const WINDOW_SECONDS = 15 * 60
/** Maximum failures of one account in a window. */
const ATTEMPTS = 10

/** The three ways to reauthenticate. A code is from an authenticator app, or a recovery code. */
export const Proof = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ code: z.string().min(1).max(40) }),
  z.strictObject({ passkey: PasskeyAnswer }),
])

export type Proof = z.output<typeof Proof>

export interface ProofPlace {
  address: string | null
  requestId: string
}

/**
 * Verifies a reauthentication, with one limit on failures over all methods. Strangers do not reach it: a password or a
 * session comes first.
 * @param judge returns null or false for a failure
 * @throws Throttled after too many failures
 */
export const countProof = <Outcome>(accountId: string, judge: () => Promise<Outcome>): Promise<Outcome> =>
  countFailures([{ subject: `proof:${accountId}`, most: ATTEMPTS, windowSeconds: WINDOW_SECONDS }], judge)

/** Whether a code is valid for the account; consumes it. */
const takeCode = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  typed: string,
  place: ProofPlace,
): Promise<boolean> => {
  if (await takeTotpCode(tx, accountId, typed.replace(/\s/g, ""))) return true
  const left = await takeRecoveryCode(tx, accountId, typed)
  if (left === null) return false
  const queryable = queryableOf(tx)
  await audit(queryable, { caller: { kind: "system", accountId }, ...place }, "recovery_code.used", accountId, { left })
  await tellAccount(queryable, accountId, { template: "recovery_code_used", left: String(left) }, "/settings/security")
  return true
}

/** Whether a proof is valid for the account. Codes and challenges are consumed in the transaction. */
export const isProof = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  proof: Proof,
  place: ProofPlace,
): Promise<boolean> => {
  if ("passkey" in proof) return (await accountOfPasskey(proof.passkey, tx)) === accountId
  if ("code" in proof) return takeCode(tx, accountId, proof.code, place)
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { passwordHash: true } })
  return verifyPassword(account?.passwordHash ?? null, proof.password)
}

/**
 * Records that a session's user has reauthenticated. If the account has a second factor, its password is not enough: it
 * could remove that factor (NIST SP 800-63B-4, section 4.1).
 * @returns whether the proof was valid
 * @throws Throttled
 */
export const proveSession = (
  { accountId, sessionId }: { accountId: string; sessionId: string },
  proof: Proof,
  place: ProofPlace,
): Promise<boolean> =>
  countProof(accountId, async () => {
    // Outside the transaction, because a password check may be queued and must not hold a connection meanwhile.
    if (
      "password" in proof &&
      ((await hasSecondFactor(accountId)) || !(await isProof(prisma(), accountId, proof, place)))
    )
      return false
    return prismaTransaction(async (tx) => {
      if (!("password" in proof) && !(await isProof(tx, accountId, proof, place))) return false
      const bySecondFactor = !("password" in proof)
      await tx.$executeRaw`
        UPDATE session SET proved_at = now(), second_factor_at = CASE WHEN ${bySecondFactor} THEN now() ELSE second_factor_at END
        WHERE id = ${sessionId}::uuid AND revoked_at IS NULL`
      return true
    })
  })
