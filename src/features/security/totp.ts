import { generateSecret } from "otplib"
import { encode } from "uqr"
import { limitReauthentication } from "@/auth/reauthentication"
import { mailAccount } from "@/auth/account-mail"
import { Throttled } from "@/auth/throttled"
import { consumeTotpCode, totpIdentity, totpUri } from "@/auth/totp"
import { invalid, Problem } from "@/domain/problem"
import {
  deleteUnneededRecoveryCodes,
  createFirstRecoveryCodes,
  lockActiveAccount,
  recordSecondFactor,
} from "@/features/security/factors"
import type { NewTotp } from "@/features/security/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { encrypt } from "@/platform/secrets"

/** The dark modules of a QR code as one path, with a quiet zone of four modules. */
function qrCode(text: string): NewTotp["qr"] {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return { size, path }
}

/**
 * Creates a secret for an authenticator app. It is inactive until a code is confirmed, and replaced by a later one.
 * @throws Problem invalid_state, when the account already has an authenticator app
 */
export function startTotpSetup({ caller: { accountId } }: Actor): Promise<NewTotp> {
  return prismaTransaction(async (tx) => {
    const { email } = await lockActiveAccount(tx, accountId)
    const secret = generateSecret()
    await tx.totp.deleteMany({ where: { accountId, confirmedAt: null } })
    const seedEncrypted = encrypt(secret, totpIdentity(accountId))
    const added = await tx.totp.createMany({ data: { accountId, seedEncrypted }, skipDuplicates: true })
    if (added.count === 0)
      throw new Problem("invalid_state", { message: "This account already has an authenticator app; remove it first." })
    const uri = totpUri(email, secret)
    return { secret, uri, qr: qrCode(uri) }
  })
}

/**
 * Activates the authenticator app that shows this code.
 * @returns recovery codes, if the account had none yet
 * @throws Problem validation_failed, for a wrong code; rate_limit_exceeded
 */
export async function confirmTotp(actor: Actor, code: string): Promise<string[] | null> {
  const { accountId } = actor.caller
  const confirmed = await limitReauthentication(accountId, () =>
    prismaTransaction(async (tx) => {
      await lockActiveAccount(tx, accountId)
      if (!(await consumeTotpCode(tx, accountId, code.replace(/\s/g, ""), false))) return null
      const codes = await createFirstRecoveryCodes(tx, accountId)
      await recordSecondFactor(tx, actor.caller)
      await audit(queryableOf(tx), actor, "totp.added", accountId)
      await mailAccount(queryableOf(tx), accountId, "totp_added", "/settings/security")
      return { codes }
    }),
  ).catch((error: unknown) => {
    throw error instanceof Throttled
      ? new Problem("rate_limit_exceeded", { retryAfter: error.retryAfterSeconds })
      : error
  })
  if (confirmed === null)
    throw invalid("code", "wrong", "This is not the code that the authenticator app currently shows.")
  return confirmed.codes
}

/** @throws Problem not_found */
export function removeTotp(actor: Actor): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    await lockActiveAccount(tx, accountId)
    const removed = await tx.totp.deleteMany({ where: { accountId, confirmedAt: { not: null } } })
    if (removed.count === 0) throw new Problem("not_found")
    await deleteUnneededRecoveryCodes(tx, accountId)
    await audit(queryableOf(tx), actor, "totp.removed", accountId)
    await mailAccount(queryableOf(tx), accountId, "totp_removed", "/settings/security")
  })
}
