import { generateSecret, generateURI } from "otplib"
import { encode } from "uqr"
import { countProof } from "@/auth/proof"
import { tellAccount } from "@/auth/tell-account"
import { Throttled } from "@/auth/throttled"
import { takeTotpCode, totpIdentity } from "@/auth/totp"
import { invalid, Problem } from "@/domain/problem"
import { dropIdleRecoveryCodes, firstRecoveryCodes, lockAccount } from "@/features/security/factors"
import type { NewTotp } from "@/features/security/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { encrypt } from "@/platform/secrets"

const ISSUER = "Haat"

/** The dark modules of a QR code as one path; the quiet zone of four modules is in it. */
const qrOf = (text: string): NewTotp["qr"] => {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return { size, path }
}

/**
 * Makes a seed for an authenticator app. It counts for nothing until a code of it is confirmed; another one takes its place.
 * @throws Problem invalid_state, when the account has an authenticator app already
 */
export const beginTotp = ({ caller: { accountId } }: Actor): Promise<NewTotp> =>
  transaction(async (tx) => {
    const { email } = await lockAccount(tx, accountId)
    const secret = generateSecret()
    const made = await query(
      `INSERT INTO totp AS t (account_id, seed_encrypted) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET seed_encrypted = excluded.seed_encrypted, last_step = 0, created_at = now() WHERE t.confirmed_at IS NULL
       RETURNING account_id`,
      [accountId, encrypt(secret, totpIdentity(accountId))],
      tx,
    )
    if (made.length === 0)
      throw new Problem("invalid_state", { message: "This account has an authenticator app already; remove it first." })
    const uri = generateURI({ issuer: ISSUER, label: email, secret })
    return { secret, uri, qr: qrOf(uri) }
  })

/**
 * Turns on the authenticator app whose code this is.
 * @returns recovery codes, where the account had none yet
 * @throws Problem validation_failed, for a wrong code; rate_limit_exceeded
 */
export const confirmTotp = async (actor: Actor, code: string): Promise<string[] | null> => {
  const { accountId } = actor.caller
  await countProof(accountId).catch((error: unknown) => {
    throw error instanceof Throttled ? new Problem("rate_limit_exceeded", { retryAfter: error.seconds }) : error
  })
  return transaction(async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await takeTotpCode(tx, accountId, code.replace(/\s/g, ""), false)))
      throw invalid("code", "wrong", "This is not the code that the app shows now.")
    const codes = await firstRecoveryCodes(tx, accountId)
    await audit(tx, actor, "totp.added", accountId)
    await tellAccount(tx, accountId, "totp_added", "/settings/security")
    return codes
  })
}

/** @throws Problem not_found */
export const removeTotp = (actor: Actor): Promise<void> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    await lockAccount(tx, accountId)
    const removed = await query(
      "DELETE FROM totp WHERE account_id = $1 AND confirmed_at IS NOT NULL RETURNING account_id",
      [accountId],
      tx,
    )
    if (removed.length === 0) throw new Problem("not_found")
    await dropIdleRecoveryCodes(tx, accountId)
    await audit(tx, actor, "totp.removed", accountId)
    await tellAccount(tx, accountId, "totp_removed", "/settings/security")
  })
