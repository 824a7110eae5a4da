import { generateURI, verify } from "otplib"
import type { Prisma } from "@/platform/prisma/client"
import { decrypt } from "@/platform/secrets"

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, steps of 30 seconds.

/** Accepts the codes of the neighbouring steps, because clocks differ. */
const TOLERANCE_SECONDS = 30
const STEP_SECONDS = 30
const CODE = /^\d{6}$/

const ISSUER = "Haat"

/** Returns the URI that adds a seed to an authenticator app, as a link or QR code. */
export function totpUri(email: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret })
}

/** The identity that a seed is encrypted for. */
export function totpIdentity(accountId: string): string {
  return `totp:${accountId}`
}

/** Returns the time step of a code; null if it is not valid now. */
async function stepOf(seed: string, code: string): Promise<number | null> {
  const result = await verify({ secret: seed, token: code, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && "epoch" in result ? Math.floor(result.epoch / STEP_SECONDS) : null
}

/**
 * Consumes a code of an account's authenticator app, so that no code is valid twice, even for concurrent requests.
 * @param confirmed false for an app that is being set up
 */
export async function consumeTotpCode(
  tx: Prisma.TransactionClient,
  accountId: string,
  code: string,
  confirmed = true,
): Promise<boolean> {
  if (!CODE.test(code)) return false
  const where = { accountId, confirmedAt: confirmed ? { not: null } : null } satisfies Prisma.TotpWhereUniqueInput
  const totp = await tx.totp.findUnique({ where, select: { seedEncrypted: true } })
  const step = totp ? await stepOf(decrypt(totp.seedEncrypted, totpIdentity(accountId)), code) : null
  if (step === null) return false
  const updated = await tx.totp.updateMany({
    where: { ...where, lastStep: { lt: step } },
    data: { lastStep: step, ...(!confirmed && { confirmedAt: new Date() }) },
  })
  return updated.count > 0
}
