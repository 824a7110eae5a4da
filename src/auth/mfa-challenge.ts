import { limitReauthentication, verifyReauthentication, type Reauthentication } from "@/auth/reauthentication"
import { findSecondFactors } from "@/auth/second-factors"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import type { RequestOrigin } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"

// Between the password and the second factor the browser holds a token in an HttpOnly cookie.

const LIFETIME_SECONDS = 10 * 60
/** Attempts at the second factor per correct password. */
const MAX_ATTEMPTS = 5

export const MFA_COOKIE = cookieName("haat-second-step")

/** The Set-Cookie header that deletes the cookie. */
export const CLEAR_MFA_COOKIE = serializeCookie(MFA_COOKIE, "", 0)

/** Starts the second step of a sign-in and returns its Set-Cookie header. */
export async function startMfaChallenge(accountId: string): Promise<string> {
  const token = mintLinkToken()
  await prisma().signInStep.create({
    data: { hash: sha256(token), accountId, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
  })
  return serializeCookie(MFA_COOKIE, token, LIFETIME_SECONDS)
}

/** Returns the step's token from a Cookie header. */
export function readMfaToken(cookies: string | null | undefined): string | null {
  return readCookie(cookies, MFA_COOKIE)
}

interface MfaChallenge {
  accountId: string
  totp: boolean
  passkeys: boolean
}

function pendingChallenge() {
  return {
    usedAt: null,
    expiresAt: { gt: new Date() },
    attempts: { lt: MAX_ATTEMPTS },
  } satisfies Prisma.SignInStepWhereInput
}

/** Returns the account and methods of a step; null if it is completed, aborted or expired. */
export async function findMfaChallenge(token: string | null | undefined): Promise<MfaChallenge | null> {
  if (!token || !isBase64urlOf32Bytes(token)) return null
  const challenge = await prisma().signInStep.findUnique({
    where: { hash: sha256(token), ...pendingChallenge() },
    select: { accountId: true },
  })
  return challenge && { ...challenge, ...(await findSecondFactors(challenge.accountId)) }
}

/** The step has expired, and the sign-in must start again. */
export class MfaChallengeExpired extends Error {
  constructor() {
    super("step_expired")
  }
}

/**
 * Verifies the second factor and returns the account; null if it is wrong.
 * @throws MfaChallengeExpired, Throttled
 */
export async function verifyMfaChallenge(
  token: string | null | undefined,
  proof: Exclude<Reauthentication, { password: string }>,
  origin: RequestOrigin,
): Promise<string | null> {
  if (!token || !isBase64urlOf32Bytes(token)) throw new MfaChallengeExpired()
  const hash = sha256(token)
  // Counts the attempt before verifying it, whatever the outcome.
  const [challenge] = await prisma().signInStep.updateManyAndReturn({
    where: { hash, ...pendingChallenge() },
    data: { attempts: { increment: 1 } },
    select: { accountId: true },
  })
  if (!challenge) throw new MfaChallengeExpired()
  const { accountId } = challenge
  return limitReauthentication(accountId, () =>
    prismaTransaction(async (tx) => {
      if (!(await verifyReauthentication(tx, accountId, proof, origin))) return null
      const used = await tx.signInStep.updateMany({ where: { hash, usedAt: null }, data: { usedAt: new Date() } })
      const open = await tx.account.count({ where: { id: accountId, lockedAt: null } })
      if (used.count === 0 || open === 0) throw new MfaChallengeExpired()
      return accountId
    }),
  )
}
