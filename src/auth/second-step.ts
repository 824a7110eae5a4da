import { countProof, isProof, type Proof, type ProofPlace } from "@/auth/proof"
import { secondFactorsOf } from "@/auth/second-factors"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"

// Between the password and the second factor, the browser holds a token in a cookie that scripts cannot read.

const LIFETIME_SECONDS = 10 * 60
/** Guesses for one password that was right. */
const ATTEMPTS = 5

export const STEP_COOKIE = cookieName("haat-second-step")

/** The Set-Cookie header that forgets a step. */
export const NO_STEP = serializeCookie(STEP_COOKIE, "", 0)

/** Begins the second step of a sign-in; gives the Set-Cookie header for it. */
export const openStep = async (accountId: string): Promise<string> => {
  const token = mintLinkToken()
  await prisma().signInStep.create({
    data: { hash: sha256(token), accountId, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
  })
  return serializeCookie(STEP_COOKIE, token, LIFETIME_SECONDS)
}

/** The step's token among the cookies of a request. */
export const stepToken = (cookies: string | null | undefined): string | null => readCookie(cookies, STEP_COOKIE)

export interface Step {
  accountId: string
  totp: boolean
  passkeys: boolean
}

const live = () =>
  ({ usedAt: null, expiresAt: { gt: new Date() }, attempts: { lt: ATTEMPTS } }) satisfies Prisma.SignInStepWhereInput

/** What a step waits for; null when it has been taken, given up or forgotten. */
export const findStep = async (token: string | null | undefined): Promise<Step | null> => {
  if (!token || !isBase64urlOf32Bytes(token)) return null
  const step = await prisma().signInStep.findUnique({
    where: { hash: sha256(token), ...live() },
    select: { accountId: true },
  })
  return step && { ...step, ...(await secondFactorsOf(step.accountId)) }
}

/** The step is over: the sign-in begins anew. */
export class StepGone extends Error {
  constructor() {
    super("step_gone")
  }
}

/**
 * The account that has passed both steps; null when the proof is wrong.
 * @throws StepGone, Throttled
 */
export const passStep = async (
  token: string | null | undefined,
  proof: Exclude<Proof, { password: string }>,
  place: ProofPlace,
): Promise<string | null> => {
  if (!token || !isBase64urlOf32Bytes(token)) throw new StepGone()
  const hash = sha256(token)
  // Counted before it is looked at, and kept whatever comes of it.
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
