import { countProof, isProof, type Proof, type ProofPlace } from "@/auth/proof"
import { secondFactorsOf } from "@/auth/second-factors"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"

// Between the password and the second factor the browser holds a token in an HttpOnly cookie.

const LIFETIME_SECONDS = 10 * 60
/** Attempts at the second factor per correct password. */
const ATTEMPTS = 5

export const STEP_COOKIE = cookieName("haat-second-step")

/** The Set-Cookie header that deletes the cookie. */
export const NO_STEP = serializeCookie(STEP_COOKIE, "", 0)

/** Starts the second step of a sign-in and returns its Set-Cookie header. */
export const openStep = async (accountId: string): Promise<string> => {
  const token = mintLinkToken()
  await prisma().signInStep.create({
    data: { hash: sha256(token), accountId, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
  })
  return serializeCookie(STEP_COOKIE, token, LIFETIME_SECONDS)
}

/** Returns the step's token from a Cookie header. */
export const stepToken = (cookies: string | null | undefined): string | null => readCookie(cookies, STEP_COOKIE)

export interface Step {
  accountId: string
  totp: boolean
  passkeys: boolean
}

const live = () =>
  ({ usedAt: null, expiresAt: { gt: new Date() }, attempts: { lt: ATTEMPTS } }) satisfies Prisma.SignInStepWhereInput

/** Returns the account and methods of a step; null if it is completed, aborted or expired. */
export const findStep = async (token: string | null | undefined): Promise<Step | null> => {
  if (!token || !isBase64urlOf32Bytes(token)) return null
  const step = await prisma().signInStep.findUnique({
    where: { hash: sha256(token), ...live() },
    select: { accountId: true },
  })
  return step && { ...step, ...(await secondFactorsOf(step.accountId)) }
}

/** The step has expired, and the sign-in must start again. */
export class StepGone extends Error {
  constructor() {
    super("step_gone")
  }
}

/**
 * Verifies the second factor and returns the account; null if it is wrong.
 * @throws StepGone, Throttled
 */
export const passStep = async (
  token: string | null | undefined,
  proof: Exclude<Proof, { password: string }>,
  place: ProofPlace,
): Promise<string | null> => {
  if (!token || !isBase64urlOf32Bytes(token)) throw new StepGone()
  const hash = sha256(token)
  // Counts the attempt before verifying it, whatever the outcome.
  const [step] = await prisma().signInStep.updateManyAndReturn({
    where: { hash, ...live() },
    data: { attempts: { increment: 1 } },
    select: { accountId: true },
  })
  if (!step) throw new StepGone()
  const { accountId } = step
  return countProof(accountId, () =>
    prismaTransaction(async (tx) => {
      if (!(await isProof(tx, accountId, proof, place))) return null
      const used = await tx.signInStep.updateMany({ where: { hash, usedAt: null }, data: { usedAt: new Date() } })
      const open = await tx.account.count({ where: { id: accountId, lockedAt: null } })
      if (used.count === 0 || open === 0) throw new StepGone()
      return accountId
    }),
  )
}
