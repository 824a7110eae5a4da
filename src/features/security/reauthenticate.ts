import { type Reauthentication, reauthenticateSession } from "@/auth/reauthentication"
import { hasSecondFactor, findSecondFactors } from "@/auth/second-factors"
import { Throttled } from "@/auth/throttled"
import type { SessionCaller } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import type { Actor } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"

/** The ways in which an account's holder can reauthenticate. */
export async function listReauthenticationMethods({
  accountId,
}: SessionCaller): Promise<{ password: boolean; code: boolean; passkey: boolean }> {
  const [{ totp, passkeys }, withPassword] = await Promise.all([
    findSecondFactors(accountId),
    prisma().account.count({ where: { id: accountId, passwordHash: { not: null } } }),
  ])
  return { password: withPassword > 0, code: totp, passkey: passkeys }
}

/**
 * Reauthenticates the signed-in account.
 * @throws Problem validation_failed, when the password, code or passkey is wrong; rate_limit_exceeded
 */
export async function reauthenticate(
  { caller, ip, requestId }: Actor & { caller: SessionCaller },
  proof: Reauthentication,
): Promise<void> {
  let succeeded: boolean
  try {
    succeeded = await reauthenticateSession(caller, proof, { ip, requestId })
  } catch (error) {
    throw error instanceof Throttled
      ? new Problem("rate_limit_exceeded", { retryAfter: error.retryAfterSeconds })
      : error
  }
  if (succeeded) return
  if ("password" in proof && (await hasSecondFactor(caller.accountId)))
    throw invalid(
      "password",
      "second_factor_required",
      "Use the account's second factor or a recovery code to reauthenticate.",
    )
  throw invalid(Object.keys(proof)[0] ?? "password", "wrong", "The password, code or passkey is wrong.")
}
