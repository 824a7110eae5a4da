import { generateURI, verify } from "otplib"
import type { Prisma } from "@/platform/prisma/client"
import { decrypt } from "@/platform/secrets"

// RFC 6238 with what every authenticator app assumes: SHA-1, six digits, steps of 30 seconds.

/** A code of the step before or after counts too: clocks differ. */
const TOLERANCE_SECONDS = 30
const STEP_SECONDS = 30
const CODE = /^\d{6}$/

const ISSUER = "Haat"

/** What adds a seed to an authenticator app, as a link or a QR code. */
export const totpUri = (email: string, secret: string): string => generateURI({ issuer: ISSUER, label: email, secret })

/** What a seed is encrypted for. */
export const totpIdentity = (accountId: string): string => `totp:${accountId}`

/** The step whose code this is; null when it is none of those that count now. */
const stepOf = async (seed: string, code: string): Promise<number | null> => {
  const result = await verify({ secret: seed, token: code, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && "epoch" in result ? Math.floor(result.epoch / STEP_SECONDS) : null
}

/**
 * Uses up the code of an account's authenticator app: no code counts twice, whichever requests come at once.
 * @param confirmed false for one that is being set up
 */
export const takeTotpCode = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  code: string,
  confirmed = true,
): Promise<boolean> => {
  if (!CODE.test(code)) return false
  const own = { accountId, confirmedAt: confirmed ? { not: null } : null } satisfies Prisma.TotpWhereUniqueInput
  const totp = await tx.totp.findUnique({ where: own, select: { seedEncrypted: true } })
  const step = totp ? await stepOf(decrypt(totp.seedEncrypted, totpIdentity(accountId)), code) : null
  if (step === null) return false
  const taken = await tx.totp.updateMany({
    where: { ...own, lastStep: { lt: step } },
    data: { lastStep: step, ...(!confirmed && { confirmedAt: new Date() }) },
  })
  return taken.count > 0
}
