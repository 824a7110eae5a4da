import { limitFailures, type FailureLimit, throwIfExhausted } from "@/auth/failure-limit"
import { knownDevice } from "@/auth/known-device"
import { findPasskeyAccount, type PasskeyAssertion } from "@/auth/passkeys"
import { withSignInSlot, matchesPassword } from "@/auth/password"
import { hasSecondFactor } from "@/auth/second-factors"
import { EMAIL_MAX } from "@/domain/email-address"
import { DAY_SECONDS, HOUR_SECONDS } from "@/domain/time-units"
import { rateLimitSubject, networkSubject } from "@/http/client-ip"
import { Throttled } from "@/auth/throttled"
import { isProblem } from "@/domain/problem"
import { pool } from "@/platform/db/pool"
import { prisma } from "@/platform/db/prisma"
import { isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { addJob } from "@/platform/jobs"
import { consume } from "@/platform/rate-limit/rate-limit"
import { sha256 } from "@/platform/secrets"

const WINDOW_SECONDS = 15 * 60
/** Strangers' failures in a quarter of an hour: per network, and per network and email address. */
const PER_NETWORK = 60
const PER_NETWORK_AND_EMAIL = 10
/** Strangers' failures in an hour per email address, over all networks. */
const PER_EMAIL = 100
/** Failures in a quarter of an hour on a known device, and with one passkey. */
const PER_DEVICE = 10
/** Successful sign-ins to one account in a quarter of an hour: each leaves a session. */
const PER_ACCOUNT = 300
/** Longer values belong to no account. */
const PASSWORD_MAX = 200

interface VerifiedPassword {
  accountId: string
  /** Whether the account has a second factor, which a sign-in then requires. */
  mfaRequired: boolean
}

/** The origin of a sign-in. */
export interface SignInOrigin {
  ip: string | null
  /** The request's Cookie header. */
  cookies: string | null
}

function emailSubject(email: string): string {
  return `sign-in:email:${email.toLowerCase()}`
}

function unknownDeviceLimits(network: string, email: string): FailureLimit[] {
  return [
    { subject: `sign-in:from:${network}`, limit: PER_NETWORK, windowSeconds: WINDOW_SECONDS },
    {
      subject: `sign-in:at:${network}:${email.toLowerCase()}`,
      limit: PER_NETWORK_AND_EMAIL,
      windowSeconds: WINDOW_SECONDS,
    },
    { subject: emailSubject(email), limit: PER_EMAIL, windowSeconds: HOUR_SECONDS },
  ]
}

function deviceLimit(device: string): FailureLimit {
  return {
    subject: `sign-in:device:${device}`,
    limit: PER_DEVICE,
    windowSeconds: WINDOW_SECONDS,
  }
}

/**
 * Returns the account of an email address and password; null if either is wrong, without revealing which. Only failures
 * are counted, so that a stranger cannot lock a user out on another network or on a known device.
 * @throws Throttled
 */
export async function checkPassword(
  email: string,
  password: string,
  { ip, cookies }: SignInOrigin,
): Promise<VerifiedPassword | null> {
  const trimmed = email.trim()
  if (email.length > EMAIL_MAX || email.includes("\0") || password.length > PASSWORD_MAX) return null
  const network = rateLimitSubject(ip)
  const hash = await knownDevice(trimmed, cookies)
  const device = hash && Buffer.from(hash).toString("hex")
  const limits = device ? [deviceLimit(device)] : unknownDeviceLimits(network, trimmed)
  try {
    throwIfExhausted(limits)
    const queue = device ? { deviceId: device } : { networks: [networkSubject(ip), network] }
    return await withSignInSlot(queue, () => verifyAccountPassword(trimmed, password, limits))
  } catch (error) {
    if (error instanceof Throttled && error.subject === emailSubject(trimmed)) await warnAccountHolder(trimmed)
    // A full queue has counted nothing.
    throw isProblem(error) && error.retryAfter !== undefined ? new Throttled(error.retryAfter) : error
  }
}

async function verifyAccountPassword(
  email: string,
  password: string,
  limits: readonly FailureLimit[],
): Promise<VerifiedPassword | null> {
  const account = await prisma().account.findFirst({
    where: { email, lockedAt: null },
    select: { id: true, passwordHash: true },
  })
  const verified = await limitFailures(limits, async () => {
    const matches = await matchesPassword(account?.passwordHash ?? null, password)
    return account && matches ? { accountId: account.id, mfaRequired: await hasSecondFactor(account.id) } : null
  })
  if (verified) await limitSuccessfulSignIns(verified.accountId)
  return verified
}

/** @throws Throttled after too many successful sign-ins to one account */
async function limitSuccessfulSignIns(accountId: string): Promise<void> {
  const subject = `sign-in:right:${accountId}`
  const { allowed, resetSeconds } = await consume(subject, PER_ACCOUNT, WINDOW_SECONDS)
  if (!allowed) throw new Throttled(resetSeconds, subject)
}

/**
 * Warns the holder, once a day, that strangers have exhausted the limit of an email address. A worker checks whether it
 * has an account.
 */
async function warnAccountHolder(email: string): Promise<void> {
  // Not now: counting it would suppress the email for a day.
  if (isDatabaseDiskFull()) return
  const { allowed } = await consume(`sign-in:notice:${email.toLowerCase()}`, 1, DAY_SECONDS)
  if (allowed) await addJob(pool(), "mail_failed_sign_ins", { email })
}

/**
 * Returns the account of a passkey; null if it is invalid. It counts as password and second factor. Strangers' failures
 * with other passkeys or passwords do not block it.
 * @throws Throttled
 */
export async function checkPasskey(assertion: PasskeyAssertion, ip: string | null): Promise<string | null> {
  const network = rateLimitSubject(ip)
  const unknownPasskeyLimits = [
    { subject: `sign-in:unknown-passkey:${network}`, limit: PER_NETWORK, windowSeconds: WINDOW_SECONDS },
  ]
  const matching = await prisma().passkey.count({ where: { credentialId: assertion.id } })
  if (matching === 0) return limitFailures(unknownPasskeyLimits, () => Promise.resolve(null))
  const subject = `sign-in:passkey:${network}:${sha256(assertion.id).toString("hex")}`
  const accountId = await limitFailures([{ subject, limit: PER_DEVICE, windowSeconds: WINDOW_SECONDS }], () =>
    findPasskeyAccount(assertion),
  )
  if (accountId !== null) await limitSuccessfulSignIns(accountId)
  return accountId
}
