import { z } from "zod"
import { accountOfPasskey, PasskeyAnswer } from "@/auth/passkeys"
import { verifyPassword } from "@/auth/password"
import { takeRecoveryCode } from "@/auth/recovery-codes"
import { tellAccount } from "@/auth/tell-account"
import { Throttled } from "@/auth/throttled"
import { takeTotpCode } from "@/auth/totp"
import { audit } from "@/platform/audit"
import { pool, type Queryable, query, transaction } from "@/platform/db"
import { takeFromLimit } from "@/platform/rate-limit"

const WINDOW_SECONDS = 15 * 60
/** Attempts in a window, for one account. */
const ATTEMPTS = 10

/** How somebody shows that they are the account's holder: one of the three. A code is an authenticator app's or a recovery code. */
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

/** @throws Throttled, for one attempt too many */
export const countProof = async (accountId: string): Promise<void> => {
  const { allowed, resetSeconds } = await takeFromLimit(`proof:${accountId}`, ATTEMPTS, WINDOW_SECONDS)
  if (!allowed) throw new Throttled(resetSeconds)
}

/** Whether a code is the account's; it is used up with that. */
const takeCode = async (tx: Queryable, accountId: string, typed: string, place: ProofPlace): Promise<boolean> => {
  if (await takeTotpCode(tx, accountId, typed.replace(/\s/g, ""))) return true
  const left = await takeRecoveryCode(tx, accountId, typed)
  if (left === null) return false
  await audit(tx, { caller: { kind: "system", accountId }, ...place }, "recovery_code.used", accountId, { left })
  await tellAccount(tx, accountId, { template: "recovery_code_used", left: String(left) }, "/settings/security")
  return true
}

/** Whether a proof is the account's. Codes and challenges are used up in the transaction. */
export const isProof = async (tx: Queryable, accountId: string, proof: Proof, place: ProofPlace): Promise<boolean> => {
  if ("passkey" in proof) return (await accountOfPasskey(proof.passkey, tx)) === accountId
  if ("code" in proof) return takeCode(tx, accountId, proof.code, place)
  const [account] = await query<{ password_hash: string | null }>(
    "SELECT password_hash FROM account WHERE id = $1",
    [accountId],
    tx,
  )
  return verifyPassword(account?.password_hash ?? null, proof.password)
}

/**
 * Notes that the person of a session has shown anew who they are.
 * @returns whether they have
 * @throws Throttled
 */
export const proveSession = async (
  session: { accountId: string; sessionId: string },
  proof: Proof,
  place: ProofPlace,
): Promise<boolean> => {
  await countProof(session.accountId)
  // Before the transaction: a password may wait for its turn, and no connection with it.
  if ("password" in proof && !(await isProof(pool(), session.accountId, proof, place))) return false
  return transaction(async (tx) => {
    if (!("password" in proof) && !(await isProof(tx, session.accountId, proof, place))) return false
    await query("UPDATE session SET proved_at = now() WHERE id = $1 AND revoked_at IS NULL", [session.sessionId], tx)
    return true
  })
}
